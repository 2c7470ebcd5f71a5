// Now Playing: what its parts look like. Main thread.

import TemplateKit

extension NowPlayingLayout {
    func draw(in picture: inout Picture) {
        let parts = Self.parts(picture.metrics)
        let wash = Wash(template.cover.flatMap(picture.environment.palette), theme: picture.theme)
        picture.commands.append(.wash(picture.metrics.bounds, top: wash.top, bottom: wash.bottom))
        drawBar(parts, &picture)
        drawWords(parts, &picture)
        drawProgress(parts, &picture)
        drawTransport(parts, &picture)
        drawButtons(parts, &picture)
        if parts.cover.width >= picture.metrics.target {
            picture.picture(template.cover ?? .icon("music"), parts.cover, radius: picture.px(20))
            picture.add(
                Element(
                    .picture("cover"), .image, label: picture.environment.string(template.album ?? template.title),
                    frame: parts.cover))
            if template.albumAction != nil {
                picture.add(
                    Element(
                        .button("album"), .button, label: picture.environment.string(template.album ?? template.title),
                        frame: parts.cover, area: .content, shape: parts.cover, shapeRadius: picture.px(20)))
            }
        }
    }

    // MARK: - Bar

    private func drawBar(_ parts: Parts, _ picture: inout Picture) {
        let metrics = picture.metrics
        let side = metrics.target
        // Icons stand at the margin, their targets reach over it.
        let reach = min(picture.px(16), parts.bar.x, metrics.width - parts.bar.right)
        let bar = Frame(x: parts.bar.x - reach, y: parts.bar.y, width: parts.bar.width + 2 * reach, height: side)
        var start = bar.x
        if hasBack {
            let place = metrics.fromDriver(Frame(x: start, y: bar.y, width: side, height: side), in: bar)
            picture.iconButton(
                .bar("back"), label: picture.environment.string(.key("button.back")), icon: .icon("back"),
                frame: place, area: .bar, state: state, iconDp: 40)
            start += side
        } else {
            start += reach
        }
        let buttonsStart = bar.right - template.barButtons.count * side
        if let clock {
            let width = picture.environment.fitter.width(of: clock, picture.type.clock)
            if start + width + picture.px(8) <= buttonsStart {
                let place = metrics.fromDriver(
                    Frame(x: start + picture.px(4), y: bar.y, width: width, height: side), in: bar)
                picture.line(clock, picture.type.clock, place, picture.theme.text)
                picture.addText("clock", clock, place)
            }
        }
        for (number, button) in template.barButtons.enumerated() {
            let place = metrics.fromDriver(
                Frame(x: buttonsStart + number * side, y: bar.y, width: side, height: side), in: bar)
            picture.iconButton(
                .bar(button.name), button.isToggle ? .toggle : .button,
                label: picture.environment.string(button.title), icon: button.icon, frame: place, area: .bar,
                state: state, iconDp: button.level == nil ? 38 : 34, lift: button.level == nil ? 0 : 6,
                isSelected: button.isActive, isEnabled: button.isEnabled, value: button.level.map(String.init))
            if let level = button.level {
                dots(level, under: place.inset(by: picture.px(7)), button.isActive, &picture)
            }
        }
    }

    // MARK: - Words

    private func drawWords(_ parts: Parts, _ picture: inout Picture) {
        let px = picture.px
        let environment = picture.environment
        let artist = environment.string(template.artist)
        let album = environment.string(template.album)
        let below = [artist, album].filter { !$0.isEmpty }
        let title = PlayingTitle(
            environment.string(template.title), width: parts.words.width, isOneLine: parts.isOneLine,
            linesBelow: below.count, environment)
        var line = Frame(x: parts.words.x, y: parts.words.y, width: parts.words.width, height: title.step)
        for text in title.lines {
            picture.line(text, title.style, line, picture.theme.text)
            line.y += line.height
        }
        picture.addText(
            "title", title.whole,
            Frame(x: line.x, y: parts.words.y, width: line.width, height: line.y - parts.words.y))
        line.height = 0
        func add(_ name: String, _ texts: [String], _ style: TextStyle, _ dp: Double, _ color: Color) {
            let start = line.bottom
            for text in texts {
                line = Frame(x: line.x, y: line.bottom, width: line.width, height: px(dp))
                picture.line(text, style, line, color)
            }
            let frame = Frame(x: line.x, y: start, width: line.width, height: line.bottom - start)
            picture.addText(name, texts.joined(separator: " "), frame)
        }
        let theme = picture.theme
        if parts.isOneLine || title.lines.count > 1 {
            let both = below.joined(separator: " · ")
            add("artist", both.isEmpty ? [] : [both], picture.type.playingAlbum, 34, theme.text)
            drawName(both, parts, height: parts.isOneLine ? px(34) : parts.words.bottom - line.y, &picture)
            return
        }
        if album.isEmpty, environment.fitter.width(of: artist, picture.type.playingArtist) > line.width {
            let lines = environment.fitter.wrap(artist, picture.type.playingAlbum, width: line.width, most: 2)
            add("artist", lines, picture.type.playingAlbum, 34, theme.text)
        } else {
            add("artist", [artist], picture.type.playingArtist, 40, theme.text)
            add("album", [album], picture.type.playingAlbum, 34, theme.dim)
        }
        drawName(artist, parts, height: px(74), &picture)
    }

    /// Artist and album are one thing to press, for each alone is too low for a finger; it opens the artist. The album
    /// is opened by its cover. Where the line has a button for the artist, the name is none.
    /// - Parameter height: pixels of the words, up from the foot of their part.
    private func drawName(_ name: String, _ parts: Parts, height: Int, _ picture: inout Picture) {
        let hasButton = template.buttons.contains { $0.kind == .artist }
        guard template.artistAction != nil, !name.isEmpty, !hasButton else { return }
        let px = picture.px
        let side = picture.metrics.target
        let frame = Frame(
            x: parts.words.x, y: parts.words.bottom - side, width: parts.words.width, height: side)
        let shape = Frame(
            x: frame.x - px(8), y: frame.bottom - height, width: frame.width + px(16), height: height)
        picture.add(
            Element(
                .button("artist"), .button, label: name, frame: frame, area: .content, shape: shape,
                shapeRadius: px(14)))
    }

    // MARK: - Progress

    /// The part of the slider that is drawn, in the middle of what a finger may touch.
    static func track(in progress: Frame, metrics: Metrics) -> Frame {
        Frame(x: progress.x, y: progress.y + metrics.px(22), width: progress.width, height: metrics.px(10))
    }

    private func drawProgress(_ parts: Parts, _ picture: inout Picture) {
        let px = picture.px
        if let progress = template.progress {
            drawSlider(progress, parts, &picture)
        } else if let status = template.status {
            let text = picture.environment.string(status)
            let dot = px(16)
            let place = Frame(
                x: parts.progress.x, y: parts.progress.y + (parts.progress.height - px(36)) / 2,
                width: parts.progress.width, height: px(36))
            if template.isPlaying {
                picture.panel(
                    Frame(x: place.x, y: place.y + (place.height - dot) / 2, width: dot, height: dot),
                    radius: dot / 2, picture.theme.accent)
            }
            let start = template.isPlaying ? dot + px(14) : 0
            let words = Frame(x: place.x + start, y: place.y, width: place.width - start, height: place.height)
            picture.line(text, picture.type.button, words, picture.theme.text)
            picture.addText("status", text, words)
        }
    }

    private func drawSlider(_ progress: NowPlayingTemplate.Progress, _ parts: Parts, _ picture: inout Picture) {
        let px = picture.px
        let theme = picture.theme
        let language = picture.environment.strings.language
        let shown =
            position ?? PlaybackPosition(seconds: progress.position, duration: progress.duration, isMoving: false)
        let duration = shown.duration ?? progress.duration
        let track = Self.track(in: parts.progress, metrics: picture.metrics)
        let isHeld = state.pressed == .slider("progress") || state.manipulated == .slider("progress")
        picture.bar(dp: isHeld ? 14 : 10, share: shown.share, in: track, theme.text)
        if progress.isSeekable {
            let side = px(isHeld ? 36 : 26)
            let center = track.x + Int((Double(track.width) * shown.share).rounded())
            let x = max(track.x - side / 2 + px(5), min(track.right - side / 2 - px(5), center - side / 2))
            picture.panel(
                Frame(x: x, y: track.y + (track.height - side) / 2, width: side, height: side), radius: side / 2,
                isHeld ? theme.accent : theme.text)
        }
        let times = Frame(
            x: parts.progress.x, y: track.bottom + px(10), width: parts.progress.width,
            height: parts.progress.bottom - track.bottom - px(10))
        let elapsed = language.string(duration: shown.seconds)
        let whole = max(0, duration.rounded(.down) - max(0, shown.seconds).rounded(.down))
        let left = "−" + language.string(duration: whole)
        let half = Frame(x: times.x, y: times.y, width: times.width / 2, height: times.height)
        picture.line(elapsed, picture.type.time, half, theme.dim)
        picture.line(left, picture.type.time, half.offset(x: times.width - half.width, y: 0), theme.dim, .trailing)
        let shape = Frame(
            x: track.x - px(4), y: track.y - px(14), width: track.width + px(8), height: track.height + px(28))
        var element = Element(
            .slider("progress"), .slider, label: picture.environment.string(.key("progress")),
            frame: parts.progress, area: progress.isSeekable ? .content : nil, shape: shape, shapeRadius: px(19))
        element.isEnabled = progress.isSeekable
        element.value = elapsed + " / " + language.string(duration: duration)
        element.progress = shown.share
        picture.add(element)
    }
}
