// What came out of a render.

import Analysis
import AudioCore

/// The figures of a finished render.
struct RenderResult {
    var frames: Int64
    var format: DeviceFormat
    var stages: [String]
    /// ReplayGain and preamp after peak protection, decibels; nil when it is not the same for all tracks.
    var gainDb: Double?
    /// Attenuation that made room for what the filters raise, decibels.
    var headroomDb: Double
    /// What a meter says of the samples written; nil when it was not asked or is not there.
    var reading: LoudnessReading?
    /// Why it is not there.
    var note: String?
    var problems: [AudioError]
    /// What was wrong and cost no music, a line each.
    var faults: [String] = []
    /// Files that were not of the rate written.
    var resampled: [RenderSurvey.Group] = []
    /// Seconds it took.
    var seconds = 0.0

    func after(_ seconds: Double) -> RenderResult {
        var copy = self
        copy.seconds = seconds
        return copy
    }

    /// The contract's `render` line.
    var json: JSON {
        .object([
            ("kind", "render"), ("frames", JSON(frames)), ("rate", JSON(format.rate)),
            ("bits", JSON(format.layout == .float32 ? nil : format.layout.bits)), ("stages", JSON(stages)),
            ("gainDb", JSON(gainDb, decimals: 3)), ("headroomDb", JSON(headroomDb, decimals: 3)),
            ("truePeakDb", JSON(reading?.truePeakDb, decimals: 3)),
            ("loudnessLufs", JSON(reading?.loudnessLufs, decimals: 3)), ("seconds", JSON(seconds, decimals: 3)),
            ("resampled", .array(resampled.map { $0.json(at: format.rate) })),
        ])
    }

    @MainActor
    func words(_ output: RawPath) -> String {
        let duration = Double(frames) / Double(format.rate)
        return "\(output.shown): \(ProgressLine.time(duration)), \(format.rate) Hz, "
            + (format.layout == .float32 ? "float" : "\(format.layout.bits) bit")
    }
}
