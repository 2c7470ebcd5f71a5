import AudioCore
import FoundationEssentials
import Testing

@Suite("settings of the stages as JSON")
struct StageSettingsTests {
    private func decode<Value: Decodable>(_ text: String, as type: Value.Type = StageSettings.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test("an empty object is everything off")
    func empty() throws {
        #expect(try decode("{}") == StageSettings())
    }

    @Test("what is written is read again")
    func roundTrip() throws {
        let bands = [
            EqualizerBand(.highPass, frequency: 30, q: 0.7),
            EqualizerBand(.lowShelf, frequency: 105, gain: -3.5, q: 0.71),
            EqualizerBand(.peak, frequency: 1234.5, gain: 6, q: 4),
        ].compactMap { $0 }
        for curve in [EqualizerCurve(parametric: bands), EqualizerPreset.named("cabin")?.curve, .flat] {
            for isOn in [true, false] {
                var settings = StageSettings(
                    equalizer: EqualizerSettings(isOn: isOn, curve: try #require(curve)), subsonic: 22.5,
                    crossfeed: .medium, replayGain: ReplayGainSettings(mode: .auto, preamp: -3), isLimiting: true)
                for subsonic in [nil, 22.5] {
                    settings.subsonic = subsonic
                    let data = try JSONEncoder().encode(settings)
                    #expect(try JSONDecoder().decode(StageSettings.self, from: data) == settings)
                }
            }
        }
    }

    @Test("a curve of its own is on", arguments: [#"{"graphic":[1,0,0,0,0,0,0,0,0,0]}"#, #"{"parametric":[]}"#])
    func curve(text: String) throws {
        #expect(try decode(text, as: EqualizerSettings.self).isOn)
    }

    @Test(
        "every mistake is named, with what would be right",
        arguments: [
            (#"{"subsonics": 20}"#, "no such member (equalizer, subsonic, crossfeed, replayGain, limiter)"),
            (#"{"subsonic": 14}"#, "14.0 is out of range (15 to 40 Hz)"),
            (#"{"crossfeed": "loud"}"#, "“loud” is none of off, light, medium, strong"),
            (#"{"replayGain": {"mode": "Album"}}"#, "“Album” is none of off, track, album, auto"),
            (#"{"replayGain": {"preamp": 99}}"#, "99.0 is out of range (-24 to 24 dB)"),
            (#"{"equalizer": {}}"#, "there is no curve"),
            (#"{"equalizer": {"graphic": [1,2,3]}}"#, "3 gains (ten"),
            (#"{"equalizer": {"graphic": [13,0,0,0,0,0,0,0,0,0]}}"#, "13.0 is out of range (-12 to 12 dB)"),
            (#"{"equalizer": {"graphic": [], "parametric": []}}"#, "both"),
            (#"{"equalizer": {"parametric": [{"type":"peak","frequency":100,"gain":1}]}}"#, "“q” is missing"),
            (#"{"equalizer": {"parametric": [{"type":"peak","frequency":100,"q":1}]}}"#, "“gain” is missing"),
            (#"{"equalizer": {"parametric": [{"type":"lowPass","frequency":100,"gain":1,"q":1}]}}"#, "has no gain"),
            (#"{"equalizer": {"parametric": [{"type":"bell","frequency":100,"gain":1,"q":1}]}}"#, "“bell” is none of"),
            (
                #"{"equalizer": {"parametric": [{"type":"peak","frequency":100,"gain":1,"q":0}]}}"#,
                "out of range (0.1 to 20)"
            ),
            (#"{"equalizer": {"parametric": [{"type":"peak","f":100,"gain":1,"q":1}]}}"#, "no such member"),
        ])
    func mistakes(text: String, message: String) {
        do {
            _ = try decode(text)
            Issue.record("\(text) was taken")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.debugDescription.contains(message), "\(context.debugDescription)")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("more than ten bands, and what is of another kind, are refused")
    func refused() {
        let band = #"{"type":"peak","frequency":100,"gain":1,"q":1}"#
        let eleven = [String](repeating: band, count: 11).joined(separator: ",")
        for text in [
            #"{"equalizer": {"parametric": [\#(eleven)]}}"#, #"{"limiter": "on"}"#, #"{"subsonic": "20"}"#, "[]",
            #"{"equalizer": {"graphic": "rock"}}"#,
        ] {
            #expect(throws: DecodingError.self) { try decode(text) }
        }
    }
}
