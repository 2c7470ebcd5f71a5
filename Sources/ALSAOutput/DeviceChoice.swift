// Which device is opened next. The main thread chooses, the output thread reads it before it opens.

import Synchronization

/// The name of a device, shared by the output and its port.
final class DeviceChoice: Sendable {
    private let name: Mutex<String?>

    /// - Parameter device: nil for the first choice of what is there.
    init(_ device: String?) { name = Mutex(device) }

    var device: String? {
        get { name.withLock { $0 } }
        set { name.withLock { $0 = newValue } }
    }
}
