// What an error number of libasound asks for, given the state of the PCM: the rule apart from the deeds. Values.

import Glibc

/// A class of fault, by what helps.
enum Trouble: Equatable {
    /// Nothing is wrong, only early.
    case notYet
    /// The buffer ran empty: prepare and refill.
    case underrun
    /// The computer slept: resume, or prepare where the hardware cannot.
    case suspended
    /// Prepare before the next write.
    case unprepared
    /// The device is away; the handle is of no more use.
    case gone
    /// Anything else: prepare, and give up when that does not help.
    case unknown

    /// Reads a negative `code` together with the state that followed it. The state decides where the two disagree:
    /// some systems number "suspended" and "underrun" alike, and a fault of the poll descriptors has no number at all.
    init(code: Int, state: PortState) {
        switch Int32(truncatingIfNeeded: -code) {
        case EAGAIN, EINTR: self = .notYet
        case ENODEV, ENOTTY, ESHUTDOWN, ENXIO: self = .gone
        case let number:
            switch state {
            case .disconnected, .open: self = .gone
            case .suspended: self = .suspended
            case .underrun: self = .underrun
            case .setup, .paused, .draining: self = .unprepared
            case .prepared, .running: self = number == EPIPE ? .underrun : number == ESTRPIPE ? .suspended : .unknown
            }
        }
    }
}
