// Words for what a device refuses: one line that says which device, why, and what to do. Any thread.

import AudioCore
import CALSA
import Glibc

enum DeviceFailure {
    /// Why `device` cannot be opened.
    static func opening(_ device: String, code: Int32, tree: SystemTree) -> AudioError {
        let reason: String
        switch -code {
        case EBUSY:
            let holder =
                tree.holder(of: device).map { "process \($0.pid) (\($0.name)) holds it" } ?? "another program holds it"
            reason = "busy: \(holder); stop that program or choose another device (see `carillon devices`)"
        case ENOENT, ENODEV, ENXIO:
            reason = "no such device\(detail()); `carillon devices` lists what there is"
        case EACCES, EPERM:
            reason = "no permission: the user must be in the group audio"
        case ECONNREFUSED, EHOSTDOWN:
            reason = "its sound server does not answer"
        default:
            reason = "cannot be opened: \(words(code))\(detail())"
        }
        return AudioError(.device, path: device, reason)
    }

    /// Why an opened `device` cannot be set up.
    static func configuring(_ device: String, _ step: String, code: Int32) -> AudioError {
        AudioError(.device, path: device, "\(step): \(words(code))\(detail())")
    }

    /// Why an open device was given up.
    static func lost(code: Int, device: String?) -> AudioError {
        let reason: String
        switch Int32(truncatingIfNeeded: -code) {
        case ENODEV, ENOTTY, ENXIO, ESHUTDOWN: reason = "the device is gone"
        case EIO: reason = "the device takes no more sound"
        case let number: reason = "the device does not recover: \(words(-number))"
        }
        return AudioError(.device, path: device, reason)
    }

    /// libasound's own first complaint, in brackets.
    private static func detail() -> String {
        let message = inOneLine(String(cString: calsa_first_message()))
        return message.isEmpty ? "" : " (\(message))"
    }

    /// Some of libasound's messages end in a line feed of their own.
    static func inOneLine(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }

    private static func words(_ code: Int32) -> String {
        let text = String(cString: snd_strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
