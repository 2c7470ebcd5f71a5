// The picture being put together: commands for the eye, elements for the hand. Main thread.

import TemplateKit

/// What every layout needs to know.
@MainActor
struct LayoutEnvironment {
    let metrics: Metrics
    let type: Typography
    let theme: Theme
    let strings: StringTable
    let fitter: TextFitter
    let palette: @MainActor (Image) -> CoverPalette?
    /// There is no such picture: a note stands in its place.
    var isMissing: @MainActor (Image) -> Bool = { _ in false }

    func string(_ text: Text?) -> String {
        guard let text else { return "" }
        return strings.string(for: text)
    }
    func px(_ dp: Double) -> Int { metrics.px(dp) }
}

/// What is going on with the elements of a picture at one moment.
struct ViewState {
    var now = 0.0
    /// Nil in touch mode.
    var focus: ElementID?
    /// Under a finger or a held knob.
    var pressed: ElementID?
    /// Its action is not done yet.
    var busy: ElementID?
    /// Long enough to say so.
    var busyShowsSpinner = false
    /// The slider that turns with the knob.
    var manipulated: ElementID?

    /// A button of the screen is held, or works.
    var isOnButton: Bool {
        if case .button = pressed { return true }
        if case .button = busy { return true }
        return false
    }
}

/// Whole pixels of so many dp: `px(8)`.
struct PixelScale {
    let metrics: Metrics

    func callAsFunction(_ dp: Double) -> Int { metrics.px(dp) }
}

/// Commands and elements in the order they are drawn and read.
@MainActor
struct Picture {
    let environment: LayoutEnvironment
    var commands: [DrawCommand] = []
    var elements: [Element] = []
    /// What everything is cut by now; nil cuts nothing.
    private var clip: Frame?

    /// - Parameter sheet: what is drawn is added to it.
    init(_ environment: LayoutEnvironment, on sheet: consuming Sheet = Sheet()) {
        self.environment = environment
        commands = sheet.commands
        elements = sheet.elements
    }

    var sheet: Sheet { Sheet(commands: commands, elements: elements) }

    var metrics: Metrics { environment.metrics }
    var type: Typography { environment.type }
    var theme: Theme { environment.theme }
    /// Called as a function. A value, for a function of the picture would hold its arrays, which then are copied as
    /// they grow.
    var px: PixelScale { PixelScale(metrics: metrics) }

    mutating func fill(_ frame: Frame, _ color: Color) {
        if !frame.isEmpty { commands.append(.fill(frame, color)) }
    }

    mutating func panel(_ frame: Frame, radius: Int, _ color: Color) {
        guard !frame.isEmpty else { return }
        commands.append(.panel(frame, radius: min(radius, min(frame.width, frame.height) / 2), color))
    }

    /// A line of text, fitted to the frame's width. Gives its width in pixels.
    @discardableResult
    mutating func line(
        _ text: String, _ style: TextStyle, _ frame: Frame, _ color: Color, _ alignment: TextLine.Alignment = .leading
    ) -> Int {
        guard !text.isEmpty, frame.width > 0 else { return 0 }
        let fitted = environment.fitter.fit(text, style, width: frame.width)
        guard !fitted.isEmpty else { return 0 }
        commands.append(.line(TextLine(fitted, style: style, alignment: alignment), frame, color))
        return environment.fitter.width(of: fitted, style)
    }

    /// An icon of so many dp in the middle of the frame, tinted; a picture file is drawn as it is.
    mutating func icon(_ image: Image, _ dp: Double, in frame: Frame, _ color: Color) {
        let side = px(dp)
        let place = Frame.centered(in: frame, width: side, height: side)
        switch image {
        case .icon(let name):
            let request = ImageRequest(source: .icon(name), width: side, height: side, tint: color)
            commands.append(.image(request, place, opacity: 255))
        case .cover, .file: picture(image, place, radius: px(8))
        }
    }

    /// A cover or a picture in its place, which is there before it comes; an icon stands on a tile, a note where there
    /// is no picture.
    mutating func picture(_ image: Image?, _ frame: Frame, radius: Int) {
        guard !frame.isEmpty else { return }
        let radius = min(radius, min(frame.width, frame.height) / 2)
        let source: ImageRequest.Source
        let shown = image.flatMap { environment.isMissing($0) ? nil : $0 } ?? .icon("music")
        switch shown {
        case .icon:
            panel(frame, radius: radius, theme.raised)
            let dp = max(24, Double(frame.width) / metrics.scale * 0.56)
            // What is large does not glare at night.
            icon(shown, dp, in: frame, image != shown || dp > 48 ? theme.control : theme.text)
            return
        case .cover(let key): source = .cover(key)
        case .file(let name): source = .file(name)
        }
        panel(frame, radius: radius, theme.coverBacking)
        let request = ImageRequest(source: source, width: frame.width, height: frame.height, cornerRadius: radius)
        commands.append(.image(request, frame, opacity: theme.coverOpacity))
    }

    /// Everything that `body` draws is seen only inside the frame; its elements know what of them is seen.
    mutating func clipped(to frame: Frame, _ body: (inout Picture) -> Void) {
        let outer = clip
        clip = outer.map { frame.intersection($0) } ?? frame
        commands.append(.beginClip(frame))
        body(&self)
        commands.append(.endClip)
        clip = outer
    }

    /// Puts an element down, unless nothing of it is seen.
    mutating func add(_ element: Element) {
        var element = element
        element.visibleFrame = element.frame
        addCut(element)
    }

    /// The same for one of which only a part is seen already.
    mutating func addCut(_ element: Element) {
        var element = element
        if let clip { element.visibleFrame = element.visibleFrame.intersection(clip) }
        guard !element.visibleFrame.isEmpty else { return }
        elements.append(element)
    }

    /// A text that says something by itself.
    mutating func addText(_ name: String, _ text: String, _ frame: Frame) {
        guard !text.isEmpty else { return }
        add(Element(.text(name), .text, label: text, frame: frame))
    }
}

extension Frame {
    static func centered(in frame: Frame, width: Int, height: Int) -> Frame {
        Frame(
            x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2, width: width,
            height: height)
    }

    /// The frame `amount` pixels smaller left and right.
    func insetSideways(by amount: Int) -> Frame {
        Frame(x: x + amount, y: y, width: Swift.max(0, width - 2 * amount), height: height)
    }

    /// The frame with the corners in between, so that a motion can be stopped anywhere.
    func moved(towards other: Frame, share: Double) -> Frame {
        func mix(_ a: Int, _ b: Int) -> Int { a + Int((Double(b - a) * share).rounded()) }
        return Frame(
            x: mix(x, other.x), y: mix(y, other.y), width: mix(width, other.width), height: mix(height, other.height))
    }
}
