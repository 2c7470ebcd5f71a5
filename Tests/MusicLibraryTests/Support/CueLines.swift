// Sheets out of lines, and where their tracks lie.

import MusicLibrary

/// A sheet of lines.
func sheet(_ lines: String...) -> CueSheet {
    CueSheet(text: lines.joined(separator: "\n"), name: "a.cue")
}

/// Where a track lies, for comparing.
struct Place: Equatable {
    var number: Int
    var file: String
    var start: Int
    var end: Int?

    init(_ number: Int, _ file: String, _ start: Int, _ end: Int?) {
        (self.number, self.file, self.start, self.end) = (number, file, start, end)
    }
}

extension CueSheet {
    var places: [Place] { tracks.map { Place($0.number, $0.file, $0.startFrame, $0.endFrame) } }
}
