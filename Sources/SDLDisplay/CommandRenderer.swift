// Draws a frame's commands through SDL. It decides nothing: places, colours and texts come in the commands. Main thread.

import CSDL2
public import Scene

/// Turns `[DrawCommand]` into a picture on a canvas. Owns every texture; a steady frame allocates nothing of ours.
@MainActor
public final class CommandRenderer {
    /// Bytes that textures of each kind may take.
    public struct Budget: Sendable {
        public var text = 12 << 20
        public var images = 24 << 20
        public var shapes = 2 << 20
        public init() {}
    }

    /// What is drawn on. Another one (a window of a new size) starts with empty caches.
    public var canvas: Canvas {
        didSet {
            masks.removeAll()
            washes.removeAll()
            layers = LayerStack(canvas: canvas)
            lines = LineCache(canvas: canvas, fonts: fonts, budget: budget.text)
            images.canvas = canvas
        }
    }
    public let images: ImageStore

    let fonts: FontBook
    private let budget: Budget
    private let masks: LRUCache<ShapeMask, Texture>
    private let washes: LRUCache<WashKey, Texture>
    private var lines: LineCache
    var layers: LayerStack
    var clips: [Frame] = []
    var clip = Frame.zero
    var originX = 0
    var originY = 0

    /// - Parameters:
    ///   - iconFolders: paths of folders like `Assets/Icons`; an icon is the first that has its name
    ///   - images: where covers and pictures come from
    ///   - report: gets one line for each icon that can not be drawn, once
    public init(
        canvas: Canvas, fonts: FontBook, iconFolders: [String], images provider: any ImageProviding,
        budget: Budget = Budget(), report: @escaping @MainActor (String) -> Void = { _ in }
    ) {
        self.canvas = canvas
        self.fonts = fonts
        self.budget = budget
        masks = LRUCache(budget: budget.shapes)
        washes = LRUCache(budget: budget.shapes)
        lines = LineCache(canvas: canvas, fonts: fonts, budget: budget.text)
        layers = LayerStack(canvas: canvas)
        images = ImageStore(
            canvas: canvas, iconFolders: iconFolders, provider: provider, budget: budget.images, report: report)
    }

    /// Draws one frame; the display shows it afterwards.
    /// - Parameter now: seconds of the main clock, which fades run by
    /// - Returns: whether another frame is needed though nothing changes: a picture fades in or waits for its upload
    public func draw(_ commands: [DrawCommand], now: Double) -> Bool {
        guard !canvas.isLost else { return false }
        fonts.adoptLoadedFonts()
        images.beginFrame(now: now)
        clips.removeAll(keepingCapacity: true)
        clip = canvas.bounds
        originX = 0
        originY = 0
        canvas.beginFrame()
        var index = 0
        while index < commands.count {
            index = draw(commands, at: index)
        }
        while layers.isFaded || layers.depth > 0 { endLayer() }
        canvas.endFrame()
        return images.needsAnotherFrame
    }

    /// Draws the command at `index` and gives the index of the next.
    private func draw(_ commands: [DrawCommand], at index: Int) -> Int {
        switch commands[index] {
        case .fill(let frame, let color):
            if let place = placed(frame) { fill(place, color) }
        case .panel(let frame, let radius, let color):
            if let place = placed(frame) { panel(place, radius: radius, ringWidth: 0, color) }
        case .ring(let frame, let radius, let width, let color):
            if let place = placed(frame) { panel(place, radius: radius, ringWidth: width, color) }
        case .wash(let frame, let top, let bottom):
            if let place = placed(frame) { wash(place, WashKey(top: top, bottom: bottom, height: place.height)) }
        case .image(let request, let frame, let opacity):
            if let place = placed(frame) { image(request, place, opacity: opacity) }
        case .line(let line, let frame, let color):
            drawLine(line, frame.offset(x: originX, y: originY), color)
        case .beginClip(let frame):
            clips.append(clip)
            setClip(clip.intersection(frame.offset(x: originX, y: originY)))
        case .endClip:
            if let outer = clips.popLast() { setClip(outer) }
        case .beginLayer(let dx, let dy, let opacity):
            return beginLayer(dx: dx, dy: dy, opacity: opacity, commands, at: index)
        case .endLayer:
            endLayer()
        }
        return index + 1
    }

    /// The frame where it is drawn; nil when nothing of it can be seen.
    private func placed(_ frame: Frame) -> Frame? {
        let place = frame.offset(x: originX, y: originY)
        return place.isEmpty || place.intersection(clip).isEmpty ? nil : place
    }

    func setClip(_ frame: Frame) {
        guard frame != clip else { return }
        clip = frame
        applyClip()
    }

    func applyClip() {
        if clip == canvas.bounds {
            SDL_RenderSetClipRect(canvas.renderer.pointer, nil)
        } else {
            var rect = clip.sdlRect
            SDL_RenderSetClipRect(canvas.renderer.pointer, &rect)
        }
    }

    private func image(_ request: ImageRequest, _ place: Frame, opacity: UInt8) {
        guard let (texture, fade) = images.texture(for: request) else { return }
        var color = request.tint ?? Color(red: 255, green: 255, blue: 255)
        color.alpha = color.alpha.scaled(by: opacity).scaled(by: fade)
        copy(texture, to: place, color)
    }

    private func drawLine(_ line: TextLine, _ frame: Frame, _ color: Color) {
        guard color.alpha > 0, !frame.inset(by: -line.style.size).intersection(clip).isEmpty,
            let cached = lines.line(line.text, style: line.style), let texture = cached.texture
        else { return }
        let x =
            switch line.alignment {
            case .leading: frame.x
            case .center: frame.x + (frame.width - cached.width) / 2
            case .trailing: frame.right - cached.width
            }
        let y = frame.y + (frame.height - cached.lineHeight) / 2
        copy(
            texture,
            to: Frame(x: x + cached.inkX, y: y + cached.inkY, width: texture.width, height: texture.height), color)
    }

    private func wash(_ place: Frame, _ key: WashKey) {
        guard let texture = washTexture(key) else { return }
        let seen = place.intersection(clip)
        let first = place.x + (seen.x - place.x) / texture.width * texture.width
        for x in stride(from: first, to: seen.right, by: texture.width) {
            let width = min(texture.width, place.right - x)
            copyPart(
                texture, Frame(x: 0, y: 0, width: width, height: texture.height),
                to: Frame(x: x, y: place.y, width: width, height: place.height),
                Color(red: 255, green: 255, blue: 255))
        }
    }

    private func washTexture(_ key: WashKey) -> Texture? {
        if let known = washes.value(for: key) { return known }
        guard key.height <= DisplayOptions.Size.sides.upperBound else { return nil }
        let pixels = key.pixels()
        let made = pixels.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap {
                Texture.make(
                    canvas.renderer, width: WashKey.tileWidth, height: key.height, pixels: $0,
                    stride: WashKey.tileWidth, isOpaque: key.isOpaque)
            }
        }
        if let made { washes.insert(made, for: key, cost: made.byteCount) }
        return made
    }

    func maskTexture(_ mask: ShapeMask) -> Texture? {
        if let known = masks.value(for: mask) { return known }
        let side = mask.cornerSize * 2
        let pixels = mask.pixels()
        let made = pixels.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap {
                Texture.make(
                    canvas.renderer, width: side, height: side, pixels: $0, stride: side, isOpaque: false)
            }
        }
        if let made { masks.insert(made, for: mask, cost: made.byteCount) }
        return made
    }
}
