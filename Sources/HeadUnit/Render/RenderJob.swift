// Playing without time: the decoder's feeder fills the ring and the renderer empties it, on one thread.

import AudioCore
import FoundationEssentials
import Glibc
import Resampling
import Synchronization

/// What is to be rendered, and how.
struct RenderJob {
    var paths: [RawPath] = []
    /// Hertz; nil takes the first file's.
    var rate: Int?
    /// Nil takes the first file's.
    var layout: SampleLayout?
    var settings = SoundSettings()
    /// Where measured gains are looked for; nil for the usual cache folder.
    var cache: RawPath?
    /// Loudness and true peak of what is written are wanted.
    var isMeasured = false
    /// Asked after each block.
    var isCancelled: @Sendable () -> Bool = { false }

    /// Frames rendered at once.
    private static let blockFrameCount = 4096

    /// Renders into `output`, which is complete when this returns.
    /// - Throws: when nothing can be read, the file cannot be written, or it was cancelled; a single bad file is one of
    ///   `problems`.
    func run(to output: RawPath) throws(AudioError) -> RenderResult {
        let started = SystemClock.seconds
        let music = MusicGathering(paths)
        let events = Mutex<[DecoderEvent]>([])
        let opening = TrackOpening()
        opening.learn(music.gains)
        opening.setWantsLoudness(settings.stages.replayGain.mode != .off)
        if let saved = SavedGains.ofProgram(cache) { opening.use(saved) }
        let files = OpenedAhead { item throws(AudioError) in try opening.open(item) }
        let openTrack: TrackOpener = { item throws(AudioError) in try files.take(item) }
        let feeder = TrackFeeder(openTrack: openTrack, makeResampler: SoxrResampler.maker) { event in
            events.withLock { $0.append(event) }
        }
        var line = RenderLine(music.items, feeder)
        line.problems = music.problems
        guard let first = line.begin(events) else {
            let places = music.empty.map(\.shown).joined(separator: ", ")
            throw line.problems.first ?? AudioError(.notSupported, path: places, MusicGathering.emptyReason)
        }
        let layout = layout ?? Self.layout(of: first)
        let format = DeviceFormat(
            rate: rate ?? first.rate, channels: first.channels, layout: layout, significantBits: layout.bits)
        try refuseToOverwrite(music.items, output)
        var result = try render(line, events, format, first, files, to: output)
        result.faults = music.faults + music.emptyLines
        return result.after(SystemClock.seconds - started)
    }

    private func render(
        _ line: RenderLine, _ events: borrowing Mutex<[DecoderEvent]>, _ format: DeviceFormat, _ first: StreamInfo,
        _ files: OpenedAhead, to output: RawPath
    ) throws(AudioError) -> RenderResult {
        var line = line
        // Whatever comes next goes through this one stream, so the request is what each track asks for.
        let stream = AudioStream(anythingAt: format)
        let renderer = AudioRenderer(bell: Bell())
        let parameters = ChainParameters(settings, rate: format.rate, channels: format.channels)
        var meter = isMeasured ? RenderMeter(format) : nil
        // Frames that the chain reads ahead of those it gives.
        let ahead = Int64(parameters.isLimiting ? DSPChain.limiterLatency(rate: format.rate) : 0)
        renderer.prepare(for: format, maximumFrameCount: Self.blockFrameCount)
        renderer.adopt(stream, parameters: parameters)
        line.feeder.attach(stream)
        let survey = line.survey(first, format, files)
        var writer = try WAVWriter(output, format: format, mayBeLarge: survey.mayExceedFourGiB)
        let block = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.blockFrameCount * format.bytesPerFrame, alignment: 16)
        defer { block.deallocate() }
        var rendered: Int64 = 0
        while true {
            while line.feeder.step() == .worked { line.follow(events) }
            line.follow(events)
            let kept = line.isIdle ? 0 : ahead
            let ready = Int(min(stream.ring.written - rendered - kept, Int64(Self.blockFrameCount)))
            if ready <= 0 {
                if line.isIdle { break }
                continue
            }
            guard let base = block.baseAddress else { break }
            renderer.render(into: base, frameCount: ready)
            rendered += Int64(ready)
            renderer.heard(deviceFrame: rendered)
            while stream.heardMarks.pop() != nil {}
            let frames = UnsafeRawBufferPointer(rebasing: block[..<(ready * format.bytesPerFrame)])
            try writer.append(frames)
            meter?.add(frames)
            if isCancelled() { throw AudioError(.usage, path: output.shown, "was not written: interrupted") }
        }
        try writer.finish()
        let gains = Set(survey.loudness.map { parameters.replayGain(for: $0) })
        return RenderResult(
            frames: rendered, format: format, stages: parameters.stages(for: first.loudness).map(\.rawValue),
            gainDb: gains.count == 1 ? gains.first?.value : nil, headroomDb: parameters.headroomDb,
            reading: meter?.reading, note: meter?.note, problems: line.problems,
            resampled: survey.resampled)
    }

    /// The samples that hold a source without loss; 24 bits for a lossy one.
    private static func layout(of info: StreamInfo) -> SampleLayout {
        if info.isLossless && info.words == .float32 { return .float32 }
        switch info.bits ?? 24 {
        case ...16: return .s16
        case ...24: return .s24in3
        default: return .s32
        }
    }

    /// A file that is being read must not be the one that is written.
    private func refuseToOverwrite(_ items: [QueueItem], _ output: RawPath) throws(AudioError) {
        var target = stat()
        guard output.withCString({ stat($0, &target) }) == 0 else { return }
        for item in items {
            var source = stat()
            guard item.path.withCString({ stat($0, &source) }) == 0 else { continue }
            if source.st_dev == target.st_dev && source.st_ino == target.st_ino {
                throw AudioError(.usage, path: output.shown, "is one of the files to be rendered; choose another name")
            }
        }
    }
}
