// Opening, keeping and closing the device: outside the real-time part. The output thread.

import AudioCore

extension OutputLoop {
    /// Silence in front of the music after a change of rate, while converters find the new clock, in milliseconds.
    private static var settleMilliseconds: Int { 150 }

    /// The device is open and plays such music already, with no bit lost: a change of word length or of channels alone
    /// is not worth a gap when the wider layout runs, or more channels do.
    func keepsDevice(for request: OutputRequest) -> Bool {
        guard phase != .closed else { return false }
        if request == self.request { return true }
        guard let wanted = port.formatFor(request), wanted.rate == format.rate,
            wanted.channels == format.channels || request.channels <= min(format.channels, 2)
        else { return false }
        return wanted.layout == format.layout || (request.bits ?? 24) <= format.significantBits
    }

    /// The device stands silent and stays open. For the source it is a device just opened: it may be given other music
    /// before it runs, and its frames are numbered from 0.
    func answerKept(_ request: OutputRequest, serial: Int) {
        self.serial = serial
        self.request = request
        numberAnew()
        source.prepare(for: format, maximumFrameCount: periodFrameCount)
        if let description { events(.opened(serial: serial, description)) }
    }

    /// Opens the device anew; answers by an event.
    func open(_ request: OutputRequest, serial: Int) {
        closePort()
        self.serial = serial
        do throws(AudioError) {
            guard (1...10_000_000).contains(request.rate), (1...1024).contains(request.channels) else {
                throw AudioError(
                    .device, path: nil, "no device plays \(request.rate) Hz in \(request.channels) channels")
            }
            let isRealtime = counters.isRealtime.load(ordering: .relaxed)
            let configuration = try port.open(request, bufferMilliseconds: isRealtime ? 120 : 250)
            adopt(configuration, request, isRealtime: isRealtime)
        } catch {
            port.close()
            events(.failed(serial: serial, error))
        }
    }

    func closePort() {
        guard phase != .closed else { return }
        port.close()
        phase = .closed
        request = nil
        description = nil
    }

    /// What was kept or stands unheard is not wanted any more; the numbering goes on behind it.
    func discard() {
        written = rendered
        fadeIn = 0..<0
        source.discarded()
    }

    private func numberAnew() {
        (rendered, written, heard, writtenAtStart, portWritten) = (0, 0, 0, 0, 0)
        fadeIn = 0..<0
    }

    private func adopt(_ configuration: PortConfiguration, _ request: OutputRequest, isRealtime: Bool) {
        self.request = request
        format = configuration.format
        bufferFrameCount = configuration.bufferFrameCount
        periodFrameCount = configuration.periodFrameCount
        let aim = frames(milliseconds: Self.fillMilliseconds)
        let filling = max((aim + periodFrameCount - 1) / periodFrameCount, 2) * periodFrameCount
        fill(upTo: configuration.wakesAtSpace ? min(filling, bufferFrameCount) : bufferFrameCount)
        isCoarse = configuration.isCoarse
        canRewind = configuration.canRewind
        keepsWhatItTakes = configuration.keepsWhatItTakes
        numberAnew()
        let changesRate = lastRate.map { $0 != format.rate } ?? false
        leadIn = changesRate && !keepsWhatItTakes ? frames(milliseconds: Self.settleMilliseconds) : 0
        lastRate = format.rate
        // What a pause can cut off is the device's buffer and what lies behind it; a long fade reaches further ahead.
        history = FrameHistory(
            atLeast: 2 * bufferFrameCount + frames(milliseconds: 100), periodFrameCount: periodFrameCount,
            format: format)
        scratch = FrameHistory(atLeast: periodFrameCount, periodFrameCount: periodFrameCount, format: format)
        silence = FrameHistory(atLeast: periodFrameCount, periodFrameCount: periodFrameCount, format: format)
        mustPrepare = false
        (recoveries, framesSinceRecovery) = (0, 0)
        source.prepare(for: format, maximumFrameCount: periodFrameCount)
        phase = .silent
        let opened = OutputDescription(
            device: configuration.device, format: format, formatName: configuration.formatName,
            isWidest: configuration.isWidest, link: configuration.link, codec: configuration.codec,
            hardwareVolume: mixer?.attach(configuration.mixer, device: configuration.device),
            resampled: configuration.resampled,
            isDirect: configuration.isDirect,
            indirectReason: configuration.indirectReason, isRealtime: isRealtime,
            bufferFrameCount: bufferFrameCount, periodFrameCount: periodFrameCount)
        description = opened
        events(.opened(serial: serial, opened))
    }

    /// A volume is heard within 150 ms, so a longer buffer stands partly empty as long as this thread is on time.
    private static var fillMilliseconds: Int { 120 }

    /// Keeps so many frames in the device from now on.
    func fill(upTo frameCount: Int) {
        fillFrameCount = frameCount
        port.wakeUp(atSpace: bufferFrameCount - frameCount + periodFrameCount)
    }

    /// The thread came so late that little was left: from now on the whole buffer is used. A computer that was late once
    /// is late again. Real-time.
    func noteLateness(filled: Int) {
        guard fillFrameCount < bufferFrameCount, filled < periodFrameCount else { return }
        fill(upTo: bufferFrameCount)
    }

    func frames(milliseconds: Int) -> Int {
        format.rate * milliseconds / 1000
    }

    /// Nanoseconds that `count` frames last.
    func duration(of count: Int) -> Int64 {
        Int64(count) * 1_000_000_000 / Int64(format.rate)
    }
}
