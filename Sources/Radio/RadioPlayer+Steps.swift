// What the rules of the radio ask for is done here. Main thread.

import AudioCore

extension RadioPlayer {
    func perform(_ action: RadioAction) {
        switch action {
        case .connect(let number, let station): connect(number, station)
        case .disconnect:
            close { _ in true }
            sessionSerial = machine.lastSerial &+ 1
            table.forgetAll()
            heardStart = nil
            infos = [:]
            titles.reset()
        case .abandon(let number): close { $0 == number }
        case .reconnect(let seconds, let number):
            schedule(seconds) { [weak self] in self?.handle(.reconnect(number: number)) }
        case .decoderLoad(let serial, let number):
            note(serial, number)
            madeDecoder.send(.load(serial: serial, item: StreamTable.item(serial), seconds: 0))
        case .decoderNext(let serial, let number):
            note(serial, number)
            madeDecoder.send(.setUpcoming(.track(serial: serial, StreamTable.item(serial))))
        case .decoderUnload: decoder?.send(.unload)
        case .attach(let request, let format): attach(request, format)
        case .outputOpen(let request, let serial):
            coordinator.opens(kind)
            // The device may be kept as it is, with what the library has not let be heard.
            renderer.expectDiscard()
            output.discard()
            output.open(widened(request), serial: serial)
        case .outputRun:
            stream?.isStarved = false
            renderer.holdMusic(false)
            decoder?.send(.setConsuming(true))
            output.run()
        case .outputPause:
            output.pause()
            decoder?.send(.setConsuming(false))
        case .outputDiscard: output.discard()
        case .outputClose: output.close()
        case .startLease: coordinator.isHeld ? coordinator.release(kind) : coordinator.openedUnheld()
        case .cancelLease: coordinator.hold(kind)
        case .finished: onEnd()
        case .report(let error): onError(error)
        }
    }

    private func connect(_ number: Int, _ station: Station) {
        // The one before has ended, but what it brought is played still; older ones are behind the decoder.
        close { $0 < number - 1 }
        firstSerial = machine.lastSerial + 1
        let post = post
        connections[number] = StreamConnection(station, limits: limits, openCodec: openCodec) { event in
            post(RadioMessage(content: .connection(number: number, event)))
        }
    }

    private func close(_ isUnwanted: (Int) -> Bool) {
        closing.removeAll(where: \.hasGone)
        for (number, connection) in connections where isUnwanted(number) {
            connection.cancel()
            closing.append(connection)
            connections[number] = nil
        }
    }

    private func note(_ serial: Int32, _ number: Int) {
        if let connection = connections[number] { table.note(connection, serial: serial) }
    }

    /// The decoder thread, made for the first station.
    private var madeDecoder: DecoderThread {
        if let decoder { return decoder }
        let (table, post) = (table, post)
        let openTrack: TrackOpener = { item throws(AudioError) in try table.open(item) }
        let made = DecoderThread(openTrack: openTrack, makeResampler: makeResampler) { event in
            post(RadioMessage(content: .decoder(event)))
        }
        decoder = made
        return made
    }

    private func attach(_ request: OutputRequest, _ format: DeviceFormat) {
        let decoder = madeDecoder
        if stream?.format != format {
            heardBefore = heardSeconds
            heardStart = nil
            stream = AudioStream(request: request, format: format, decoder: decoder.activity)
        }
        guard let stream else { return }
        stream.isOpened(for: request, isWidest: machine.description?.isWidest ?? false)
        let parameters = parameters(format)
        renderer.adopt(stream, parameters: parameters)
        renderer.parameters.publish(parameters)
        decoder.send(.attach(stream))
    }
}
