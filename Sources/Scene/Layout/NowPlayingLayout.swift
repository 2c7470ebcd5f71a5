// Now Playing: where its parts are. Main thread.

import TemplateKit

/// Controls on the driver's side and the cover on the far side; in portrait the cover above the controls.
@MainActor
struct NowPlayingLayout {
    let template: NowPlayingTemplate
    /// What the times say; while a finger or the knob moves it, where that will be.
    let position: PlaybackPosition?
    let hasBack: Bool
    let clock: String?
    let state: ViewState

    /// The frames of the parts, from the size of the panel alone.
    struct Parts: Hashable {
        var bar: Frame
        var cover: Frame
        var words: Frame
        var progress: Frame
        var transport: Frame
        var buttons: Frame
        /// Artist and album share a line.
        var isOneLine: Bool
        var playSide: Int
    }

    static func parts(_ metrics: Metrics) -> Parts {
        metrics.isPortrait ? portrait(metrics) : landscape(metrics)
    }

    /// The bar from the driver's edge on, with the targets that reach over its end, and as wide as a slider wants to be.
    static func coveredBar(_ metrics: Metrics) -> Frame {
        let bar = metrics.fromDriver(parts(metrics).bar, in: metrics.bounds)
        let width = metrics.isPortrait ? metrics.width : max(metrics.px(700), bar.right + metrics.px(16))
        return metrics.fromDriver(
            Frame(x: 0, y: bar.y, width: min(metrics.width, width), height: bar.height), in: metrics.bounds)
    }

    private static func landscape(_ metrics: Metrics) -> Parts {
        let px = metrics.px
        let bounds = metrics.bounds
        let five = 5 * metrics.target
        let isTight = metrics.widthInDp < 700
        let edge = px(isTight ? 12 : 32)
        let gap = px(isTight ? 16 : 40)
        let controlsWidth = min(max(five, bounds.width * 46 / 100), px(860))
        let room = bounds.width - controlsWidth - 2 * edge - gap
        let side = max(0, min(room, bounds.height - 2 * px(metrics.isShort ? 20 : 32)))
        let controls = metrics.fromDriver(
            Frame(x: edge, y: 0, width: controlsWidth, height: bounds.height), in: bounds)
        let far = metrics.fromDriver(
            Frame(x: edge + controlsWidth + gap, y: 0, width: room, height: bounds.height), in: bounds)
        let wordsHeight = px(metrics.isShort ? 54 + 34 : 54 + 40 + 34)
        let play = px(metrics.isShort ? 76 : 104)
        var column = Column(
            frame: controls, top: px(metrics.isShort ? 0 : 8), bottom: px(metrics.isShort ? 2 : 16),
            heights: [metrics.target, wordsHeight, metrics.target, max(play, metrics.target), metrics.target],
            weights: [1, 2, 1, 3])
        return Parts(
            bar: column.next(), cover: .centered(in: far, width: side, height: side), words: column.next(),
            progress: column.next(), transport: column.next(), buttons: column.next(),
            isOneLine: metrics.isShort, playSide: play)
    }

    private static func portrait(_ metrics: Metrics) -> Parts {
        let px = metrics.px
        let bounds = metrics.bounds
        let five = 5 * metrics.target
        let edge = max(0, min(px(24), (bounds.width - five) / 2))
        let controls = bounds.insetSideways(by: edge)
        // Where the buttons take the whole width, the words keep off the edge all the same.
        let inset = max(0, px(8) - edge)
        func room(words: Int, play: Int) -> Int {
            bounds.height - 3 * metrics.target - words - play - px(8 + 12) - px(32)
        }
        var wordsHeight = px(54 + 40 + 34)
        var play = px(104)
        let isShort = room(words: wordsHeight, play: play) < px(120)
        if isShort {
            wordsHeight = px(54 + 34)
            play = px(88)
        }
        let room = room(words: wordsHeight, play: play)
        let side = max(0, min(controls.width, room, px(720)))
        var column = Column(
            frame: controls, top: px(4), bottom: px(8),
            heights: [metrics.target, side, wordsHeight, metrics.target, play, metrics.target],
            weights: [1, 1, 1, 1, 1])
        let bar = column.next()
        let cover = Frame.centered(in: column.next(), width: side, height: side)
        return Parts(
            bar: bar, cover: cover, words: column.next().insetSideways(by: inset),
            progress: column.next().insetSideways(by: inset), transport: column.next(), buttons: column.next(),
            isOneLine: isShort, playSide: play)
    }

    /// Parts one under another; what is left over goes between them by weight.
    private struct Column {
        private var rest: ArraySlice<Frame>

        init(frame: Frame, top: Int, bottom: Int, heights: [Int], weights: [Int]) {
            let spare = max(0, frame.height - top - bottom - heights.reduce(0, +))
            let whole = max(1, weights.reduce(0, +))
            var frames: [Frame] = []
            var used = 0
            var gaps = 0
            for (index, height) in heights.enumerated() {
                let y = frame.y + top + used + spare * gaps / whole
                frames.append(Frame(x: frame.x, y: y, width: frame.width, height: height))
                used += height
                if index < weights.count { gaps += weights[index] }
            }
            rest = frames[...]
        }

        mutating func next() -> Frame { rest.popFirst() ?? .zero }
    }
}
