// The millimetres of a panel without EDID (DSI, DPI), asked of the kernel's DRM. Main thread.

import Glibc

enum DRMConnectorSize {
    /// `DRM_IOCTL_MODE_GETCONNECTOR`: read and write, 80 bytes, type 'd', number 0xA7 (Linux UAPI, drm.h).
    private static let request: UInt = 3 << 30 | 80 << 16 | 0x64 << 8 | 0xA7

    /// Millimetres of a connector; nil when the card can not be asked or does not know.
    static func read(device: String, connector: UInt32) -> (Int, Int)? {
        let descriptor = open(device, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // struct drm_mode_get_connector: four pointers, then twelve 32-bit words. A count of one mode with a place
        // for it (68 bytes) keeps the kernel from probing the cable again, which takes up to half a second.
        var mode = [UInt8](repeating: 0, count: 68)
        return mode.withUnsafeMutableBytes { modeBytes in
            var words = [UInt32](repeating: 0, count: 20)
            return words.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress, let place = modeBytes.baseAddress else { return nil }
                bytes.storeBytes(of: UInt64(UInt(bitPattern: place)), toByteOffset: 8, as: UInt64.self)
                bytes.storeBytes(of: 1, toByteOffset: 32, as: UInt32.self)
                bytes.storeBytes(of: connector, toByteOffset: 48, as: UInt32.self)
                guard ioctl(descriptor, request, base) == 0 else { return nil }
                let width = Int(bytes.load(fromByteOffset: 64, as: UInt32.self))
                let height = Int(bytes.load(fromByteOffset: 68, as: UInt32.self))
                return width > 0 && height > 0 && width < 10000 && height < 10000 ? (width, height) : nil
            }
        }
    }
}
