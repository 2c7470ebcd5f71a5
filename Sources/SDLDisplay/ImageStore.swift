// Textures of icons and covers: one upload a frame, late ones fade in, the budget holds. Main thread.

public import Scene

/// The pictures of one canvas.
@MainActor
public final class ImageStore {
    /// Seconds a picture that comes late takes to appear; 0 shows it at once (`reduceMotion`).
    public var fadeDuration = 0.15
    /// Paths of the `file` pictures that are SVG, by their names; other files are the provider's.
    public var vectorFiles: [String: String] = [:]

    /// A texture, and since when it fades in.
    private final class Shown {
        let texture: Texture
        var arrival: Double?
        init(_ texture: Texture, arrival: Double?) {
            self.texture = texture
            self.arrival = arrival
        }
    }

    var canvas: Canvas {
        didSet {
            shown.removeAll()
            missing.removeAll()
        }
    }
    private let iconFolders: [String]
    private let provider: any ImageProviding
    private let report: @MainActor (String) -> Void
    private let shown: LRUCache<ImageRequest, Shown>
    /// In which frame a picture was asked for and not there.
    private var missing: [ImageRequest: Int] = [:]
    private var reported: Set<String> = []
    private var frame = 0
    private var now = 0.0
    private var uploadsLeft = 1
    private(set) var needsAnotherFrame = false

    init(
        canvas: Canvas, iconFolders: [String], provider: any ImageProviding, budget: Int,
        report: @escaping @MainActor (String) -> Void
    ) {
        self.canvas = canvas
        self.iconFolders = iconFolders
        self.provider = provider
        self.report = report
        shown = LRUCache(budget: budget)
    }

    /// Bytes of textures now held.
    public var byteCount: Int { shown.bytes }

    /// Uploads a picture now, before the screen that shows it slides in.
    /// - Returns: whether it is there
    public func prepare(_ request: ImageRequest) -> Bool {
        let key = Self.key(request)
        if shown.value(for: key) != nil { return true }
        guard let texture = makeTexture(key) else { return false }
        keep(texture, for: key, arrival: nil)
        return true
    }

    /// Forgets a picture whose source has changed; it is asked for again.
    public func forget(_ source: ImageRequest.Source) {
        shown.removeAll(where: { $0.source == source })
        if case .icon(let name) = source { reported.remove(name) }
    }

    /// Forgets all icons and picture files: they may be others now.
    public func forgetFiles() {
        shown.removeAll(where: { if case .cover = $0.source { false } else { true } })
        reported = []
    }

    func beginFrame(now: Double) {
        frame += 1
        self.now = now
        uploadsLeft = 1
        needsAnotherFrame = false
        if missing.count > 512 { missing = missing.filter { $0.value >= frame - 1 } }
    }

    /// The texture of a request and how much of it is seen, 0...255; nil while it is not there.
    func texture(for request: ImageRequest) -> (Texture, UInt8)? {
        let key = Self.key(request)
        if let known = shown.value(for: key) { return (known.texture, visibility(known)) }
        let isIcon = if case .icon = key.source { true } else { false }
        if !isIcon, uploadsLeft == 0 {
            missing[key] = frame
            // It may be here already, and only waits for its turn.
            if provider.pixels(for: key) != nil { needsAnotherFrame = true }
            return nil
        }
        guard let texture = makeTexture(key) else {
            missing[key] = frame
            return nil
        }
        if !isIcon { uploadsLeft -= 1 }
        let wasMissed = missing.removeValue(forKey: key).map { $0 >= frame - 1 } ?? false
        let known = keep(texture, for: key, arrival: wasMissed && !isIcon && fadeDuration > 0 ? now : nil)
        return (texture, visibility(known))
    }

    private func visibility(_ known: Shown) -> UInt8 {
        guard let arrival = known.arrival else { return 255 }
        let part = fadeDuration > 0 ? (now - arrival) / fadeDuration : 1
        // A clock that was set back does not hide a picture for longer than its fade.
        if part >= 1 || part < 0 {
            known.arrival = nil
            return 255
        }
        needsAnotherFrame = true
        return UInt8(part * 255)
    }

    @discardableResult
    private func keep(_ texture: Texture, for key: ImageRequest, arrival: Double?) -> Shown {
        let known = Shown(texture, arrival: arrival)
        shown.insert(known, for: key, cost: texture.byteCount)
        return known
    }

    /// Two requests that differ in colour share a texture.
    private static func key(_ request: ImageRequest) -> ImageRequest {
        var key = request
        key.tint = nil
        return key
    }

    private func makeTexture(_ key: ImageRequest) -> Texture? {
        let sides = 1...DisplayOptions.Size.sides.upperBound
        guard sides.contains(key.width), sides.contains(key.height) else { return nil }
        switch key.source {
        case .icon(let name):
            return upload(iconPixels(name, key.width, key.height), key, isOpaque: false)
        case .file(let name):
            guard let path = vectorFiles[name] else { return fromProvider(key) }
            return upload(picturePixels(path, key.width, key.height), key, isOpaque: false)
        case .cover:
            return fromProvider(key)
        }
    }

    private func fromProvider(_ key: ImageRequest) -> Texture? {
        guard let fitted = provider.pixels(for: key)?.filling(width: key.width, height: key.height) else { return nil }
        let (pixels, isOpaque) = fitted.texturePixels(cornerRadius: key.cornerRadius)
        return upload(pixels, key, isOpaque: isOpaque)
    }

    private func upload(_ pixels: [UInt32], _ key: ImageRequest, isOpaque: Bool) -> Texture? {
        pixels.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap {
                Texture.make(
                    canvas.renderer, width: key.width, height: key.height, pixels: $0, stride: key.width,
                    isOpaque: isOpaque)
            }
        }
    }

    private func iconPixels(_ name: String, _ width: Int, _ height: Int) -> [UInt32] {
        do throws(DisplayError) {
            // A name, never a path: a screen document can not reach out of the folder.
            guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
                throw DisplayError(.image, "“\(name)” is not the name of an icon")
            }
            return try loadedIcon(name, width, height)
        } catch {
            tell(error.message, about: name)
            return fallbackPixels(width, height)
        }
    }

    /// From the first folder whose file of that name is an icon; one that is none is told on the way.
    private func loadedIcon(_ name: String, _ width: Int, _ height: Int) throws(DisplayError) -> [UInt32] {
        let paths = iconFolders.map { "\($0)/\(name).svg" }
        let there = paths.filter { SmallFile.exists($0) }
        for path in there.dropLast() {
            do throws(DisplayError) {
                return try IconRaster.load(path, width: width, height: height)
            } catch {
                tell(error.message, about: name)
            }
        }
        return try IconRaster.load(there.last ?? paths.last ?? "\(name).svg", width: width, height: height)
    }

    private func picturePixels(_ path: String, _ width: Int, _ height: Int) -> [UInt32] {
        if let bytes = SmallFile.read(path, limit: IconRaster.byteLimit), IconRaster.looksLikeSVG(bytes),
            let pixels = IconRaster.rasterise(bytes, width: width, height: height)
        {
            return pixels
        }
        tell("\(path): not an SVG picture that can be read", about: path)
        return fallbackPixels(width, height)
    }

    private func fallbackPixels(_ width: Int, _ height: Int) -> [UInt32] {
        IconRaster.rasterise(IconRaster.fallback, width: width, height: height)
            ?? [UInt32](repeating: 0xFFFF_FFFF, count: width * height)
    }

    private func tell(_ message: String, about name: String) {
        if reported.insert(name).inserted { report(message) }
    }
}
