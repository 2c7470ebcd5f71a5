// The sound options that `play` and `render` share. Every stage is off unless it is named.

import AudioCore

/// Flags about the sound.
struct SoundOptions {
    var settings = SoundSettings()

    static let help = """
        Sound options:
          --volume DB             attenuate: 0 or negative; what loudness follows (default 0)
          --loudness STRENGTH     equal-loudness compensation: off, light, medium, strong (default off)
        """

    static let flags = ["--volume", "--loudness"]
    /// Flags of the contract that belong to rooms this version does not have.
    static let later = ["--replaygain", "--preamp", "--eq", "--subsonic", "--crossfeed", "--limiter"]

    /// Takes `flag` if it is one of ours.
    mutating func take(_ flag: String, _ reader: inout ArgumentReader) throws(UsageError) -> Bool {
        switch flag {
        case "--volume":
            settings.volume = Decibels(try reader.number(of: flag, in: -120...0, "decibels"))
        case "--loudness":
            let word = try reader.choice(of: flag, among: LoudnessStrength.allCases.map(\.rawValue))
            settings.loudness = LoudnessStrength(rawValue: word) ?? .off
        case _ where Self.later.contains(flag):
            throw UsageError("\(flag): not in this version")
        default:
            return false
        }
        return true
    }
}

extension UsageError {
    /// An option that nobody knows.
    static func unknown(_ flag: String, among flags: [String]) -> UsageError {
        let hint = Nearest.word(to: flag, among: flags).map { "; did you mean \($0)?" } ?? ""
        return UsageError("unknown option \(flag)\(hint)")
    }
}
