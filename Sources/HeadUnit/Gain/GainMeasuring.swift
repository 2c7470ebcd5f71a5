// From measured tracks to gains of tracks and albums. The thread that runs the scan.

import Analysis
import AudioCore
import Glibc
import MusicLibrary

/// Collects what belongs to one album until all of it is there.
struct GainMeasuring {
    private struct Part {
        var missing: Int
        var tracks: [(place: Int, gain: MeasuredGain)] = []
        var meters: [LoudnessMeter] = []
        var peak: Double?
    }

    private let plan: GainPlan
    private var parts: [Int: Part] = [:]
    /// The album that something came of last.
    private(set) var title: String

    init(_ plan: GainPlan) {
        self.plan = plan
        title = plan.albums.first?.title ?? ""
    }

    mutating func take(_ outcome: GainCrew.Outcome, _ results: inout GainResults, _ report: inout GainReport) {
        let album = plan.albums[outcome.job.album]
        let track = album.tracks[outcome.job.track]
        var part = parts[outcome.job.album] ?? Part(missing: album.tracks.count)
        part.missing -= 1
        title = album.title
        switch outcome.result {
        case .failure(let error):
            report.failed.append(ScanFailure(path: track.item.path.shown, reason: error.message))
        case .success(let measurement):
            if let damage = measurement.damage {
                report.damaged.append(ScanFailure(path: track.item.path.shown, reason: damage.message))
            }
            let peak = measurement.reading.truePeakDb.map { pow(10, $0 / 20) }
            if album.isWhole {
                part.meters.append(measurement.meter)
                part.peak = [part.peak, peak].compactMap(\.self).max()
            }
            if track.isWanted {
                let gain = MeasuredGain(lufs: measurement.reading.loudnessLufs, peak: peak)
                part.tracks.append((outcome.job.track, gain))
                results.put(gain, of: track)
                if measurement.reading.loudnessLufs == nil { report.silent += 1 } else { report.measured += 1 }
            }
        }
        if part.missing == 0 {
            finish(part, album, &results, &report)
            parts[outcome.job.album] = nil
        } else {
            parts[outcome.job.album] = part
        }
    }

    /// All of an album has been tried: what could be measured makes its loudness.
    private func finish(
        _ part: Part, _ album: GainPlan.Album, _ results: inout GainResults, _ report: inout GainReport
    ) {
        guard album.isWhole, !part.meters.isEmpty else { return }
        let loudness = LoudnessMeter.loudness(of: part.meters)
        for (place, gain) in part.tracks {
            var gain = gain
            gain.setAlbum(lufs: loudness, peak: part.peak, mark: album.mark)
            results.put(gain, of: album.tracks[place])
        }
        if loudness != nil { report.albums += 1 }
    }
}
