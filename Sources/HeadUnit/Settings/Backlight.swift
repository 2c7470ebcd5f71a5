// The light behind the panel, where the kernel lets us set it. A value; a worker reads and writes.

import AudioCore
import Glibc

/// One entry of `/sys/class/backlight` (Linux, Documentation/ABI/stable/sysfs-class-backlight).
struct Backlight: Sendable {
    /// Percent below which it is never set: a dark panel cannot be made light again.
    static let least = 10

    private let folder: RawPath
    private let maximum: Int
    /// How bright it is, percent.
    var percent: Int

    /// The first that can be read; nil where there is none.
    /// - Parameter root: `/sys/class/backlight`, or another for a test.
    static func find(in root: RawPath = RawPath("/sys/class/backlight")) -> Backlight? {
        for name in root.visibleNames() {
            let folder = root.appending(name)
            guard let maximum = number(in: folder.appending("max_brightness")), maximum > 0,
                let now = number(in: folder.appending("brightness"))
            else { continue }
            let percent = Int((Double(min(now, maximum)) * 100 / Double(maximum)).rounded())
            return Backlight(folder: folder, maximum: maximum, percent: percent)
        }
        return nil
    }

    private init(folder: RawPath, maximum: Int, percent: Int) {
        self.folder = folder
        self.maximum = maximum
        self.percent = percent
    }

    /// - Returns: why it could not be set; nil when it was.
    func write(_ percent: Int) -> AudioError? {
        let clamped = min(max(percent, Self.least), 100)
        let number = max(1, Int((Double(maximum) * Double(clamped) / 100).rounded()))
        let path = folder.appending("brightness")
        let handle = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
        guard handle >= 0 else { return Self.fault(path) }
        defer { close(handle) }
        let text = Array("\(number)\n".utf8)
        guard Glibc.write(handle, text, text.count) == text.count else { return Self.fault(path) }
        return nil
    }

    private static func fault(_ path: RawPath) -> AudioError {
        AudioError(.device, path: path.shown, "the light behind the panel cannot be set: \(SystemError.reason(errno))")
    }

    private static func number(in path: RawPath) -> Int? {
        do throws(AudioError) {
            let bytes = try FileByteSource(path).readBytes(32)
            let digits = String(decoding: bytes, as: UTF8.self).prefix { $0.isWholeNumber }
            return Int(digits).flatMap { $0 >= 0 ? $0 : nil }
        } catch {
            return nil
        }
    }
}
