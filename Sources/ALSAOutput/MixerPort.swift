// What the volume needs of a card's mixer, call by call. One thread, "mixer", makes every call.

import AudioCore

/// A control of a mixer that acts on what is played.
struct MixerElement: Equatable {
    var name: String
    /// Tells apart elements of one name.
    var index = 0
    /// Hundredths of a decibel; nil without a decibel scale.
    var range: ClosedRange<Int>?
    var hasSwitch = false
    /// Made by a plug-in or a program, not by the driver: what goes past that plug-in is not touched by it.
    var isUserMade = false
}

/// Why a wait for the mixer ended.
struct MixerReadiness: OptionSet {
    let rawValue: UInt8
    /// A control has been moved.
    static let change = MixerReadiness(rawValue: 1)
    /// Someone rang the bell.
    static let bell = MixerReadiness(rawValue: 2)
    /// The card is gone.
    static let fault = MixerReadiness(rawValue: 4)
}

/// A mixer. Calls that can fail give libasound's convention: 0 or more, or a negative error number.
protocol MixerPort: AnyObject {
    /// Opens the mixer of that name, in place of the one that is open, and gives its elements in their order.
    /// - Throws: `device`, when there is no such mixer.
    func open(_ name: String) throws(AudioError) -> [MixerElement]
    /// What the calls below are about.
    /// - Returns: false when it is not there any more.
    func select(_ element: MixerElement) -> Bool
    /// Where its loudest channel stands, in hundredths of a decibel.
    func level() -> Result<Int, MixerFailure>
    /// Sets every channel to that level, or to the nearest step below it.
    func setLevel(_ hundredths: Int) -> Int
    /// True for an element without a switch.
    func isOn() -> Bool
    func setOn(_ isOn: Bool) -> Int
    /// Sleeps until something happens.
    func wait() -> MixerReadiness
    /// Takes what `wait` reported.
    func takeChanges() -> Int
    /// Idempotent.
    func close()
}

/// An error number of libasound.
struct MixerFailure: Error, Equatable {
    var code: Int
}
