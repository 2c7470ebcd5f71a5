// All open fonts, and which of them sets a character. Main thread; large fonts come from `FontLoader`.

import Scene

/// The font chain: Inter, Noto Sans, Noto Sans of the script, Noto Sans CJK, symbols, and last what fontconfig knows.
@MainActor
public final class FontBook {
    /// Which font sets a cluster.
    enum Choice: Hashable {
        case main
        case other(FontFile)
        /// Its font is being opened.
        case pending
        /// No font has it: the main font's empty box.
        case none
    }

    private struct MainKey: Hashable {
        var weight: TextStyle.Weight
        var size: Int
    }

    /// Changes when any text can look or measure differently than before.
    private(set) var generation = 0
    /// Fonts that came late: texts that waited are to be made again.
    private(set) var arrivals = 0
    private let files: FontFiles
    private let loader: FontLoader
    private var hanFace: CJKFace
    private var mains: [MainKey: FontHandle] = [:]
    private var mainOrder: [MainKey] = []
    private let fallback: FontHandle
    private var others: [FontFile: FontHandle] = [:]
    private var unusable: Set<FontFile> = []
    private var wished: Set<FontLoader.Wish> = []
    private var foundByFontconfig: [FontFile] = []
    private var scriptFiles: [ScriptKey: FontFile?] = [:]

    private struct ScriptKey: Hashable {
        var script: Script
        var isBold: Bool
    }

    /// Sizes of the main face kept open; each costs its glyphs, about 100 kB.
    private static let openMains = 24
    static let sizes = 4...400

    /// - Parameters:
    ///   - language: of the interface: it chooses the shapes of Han characters
    ///   - onChange: called on another thread when a late font has come: the screen is to be laid out again
    /// - Throws: `.fonts` when the main font can not be opened
    public init(
        files: FontFiles, language: String = "en", onChange: @escaping @Sendable () -> Void = {}
    ) throws(DisplayError) {
        self.files = files
        hanFace = CJKFace.forLanguage(language)
        loader = FontLoader(onLoaded: onChange)
        guard let file = files.main[.regular], let font = FontHandle.open(file, size: FontLoader.openingSize) else {
            let path = files.main[.regular]?.path ?? "the main font"
            throw DisplayError(.fonts, "\(path) can not be opened as a font: \(lastSDLError())")
        }
        fallback = font
    }

    public func setLanguage(_ language: String) {
        let face = CJKFace.forLanguage(language)
        guard face != hanFace else { return }
        hanFace = face
        generation += 1
    }

    /// Opens now, waiting, what a text needs in any weight, so that it is seen in the first frame.
    public func preload(for text: String) {
        adoptLoadedFonts()
        for weight in [TextStyle.Weight.regular, .medium, .bold] {
            let style = TextStyle(size: FontLoader.openingSize, weight: weight)
            // Each round opens one step of the chain; a text that still waits after these has no font.
            for _ in 0..<4
            where TextRuns.make(text, style: style, fonts: self).contains(where: { $0.choice == .pending }) {
                for wish in waiting {
                    loader.withdraw(wish)
                    adopt(FontLoader.open(wish))
                }
            }
        }
    }

    /// Wishes that have not come.
    private var waiting: Set<FontLoader.Wish> = []

    /// A font that some text needs is on its way.
    public var isAwaited: Bool { !waiting.isEmpty }

    /// Takes over what the loader has opened. Drawing and measuring do it too.
    public func adoptLoadedFonts() {
        for loaded in loader.takeLoaded() { adopt(loaded) }
    }

    private func adopt(_ loaded: FontLoader.Loaded) {
        let handle = loaded.address.flatMap { OpaquePointer(bitPattern: $0) }.map {
            FontHandle(taking: $0, size: FontLoader.openingSize)
        }
        // The second of two openings (a preload overtook the loader) is closed again.
        guard waiting.remove(loaded.wish) != nil else { return }
        arrivals += 1
        guard let file = loaded.file else { return }
        if let handle {
            if others[file] == nil { others[file] = handle }
            if case .character = loaded.wish, !foundByFontconfig.contains(file) { foundByFontconfig.append(file) }
        } else {
            unusable.insert(file)
        }
    }

    // MARK: Fonts

    /// The main face of a weight at a size.
    func main(_ weight: TextStyle.Weight, size: Int) -> FontHandle {
        let key = MainKey(weight: weight, size: min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound))
        if let known = mains[key] { return known }
        guard let file = files.main[weight], let opened = FontHandle.open(file, size: key.size) else {
            fallback.prepare(size: key.size)
            return fallback
        }
        if mainOrder.count >= Self.openMains { mains[mainOrder.removeFirst()] = nil }
        mains[key] = opened
        mainOrder.append(key)
        return opened
    }

    /// A font of the rest of the chain, opened now if it was not; nil when it can not be.
    func other(_ file: FontFile) -> FontHandle? {
        if let known = others[file] { return known }
        if unusable.contains(file) { return nil }
        guard let opened = FontHandle.open(file, size: FontLoader.openingSize) else {
            unusable.insert(file)
            return nil
        }
        others[file] = opened
        return opened
    }

    // MARK: Choice

    /// The first font of the chain that has a whole cluster.
    /// - Parameters:
    ///   - scalars: the cluster
    ///   - script: its script; common when it has none
    ///   - face: the CJK face of the line
    func choose(
        _ scalars: String.UnicodeScalarView, script: Script, style: TextStyle, face: CJKFace
    ) -> Choice {
        if !script.isCJK {
            if Self.has(main(style.weight, size: style.size), scalars) { return .main }
            if let wide = files.wide[style.weight], provides(wide, scalars) { return .other(wide) }
            if let file = scriptFile(script, isBold: style.weight == .bold), provides(file, scalars) {
                return .other(file)
            }
            for file in files.symbols where provides(file, scalars) { return .other(file) }
        }
        if let file = cjkFile(style.weight, face) {
            if let font = others[file] {
                if Self.has(font, scalars) { return .other(file) }
            } else if !unusable.contains(file), script.isCJK || !isCovered(scalars) {
                return wish(.file(file))
            }
        }
        if script.isCJK {
            if Self.has(main(style.weight, size: style.size), scalars) { return .main }
            for file in files.symbols where provides(file, scalars) { return .other(file) }
        }
        return askFontconfig(scalars)
    }

    /// The collection of the weight, or the regular one when that cannot be opened.
    private func cjkFile(_ weight: TextStyle.Weight, _ face: CJKFace) -> FontFile? {
        let file = files.cjk[weight].map { FontFile(path: $0, face: face.rawValue) }
        guard let file, unusable.contains(file) else { return file }
        return files.cjk[.regular].map { FontFile(path: $0, face: face.rawValue) }
    }

    private func scriptFile(_ script: Script, isBold: Bool) -> FontFile? {
        let key = ScriptKey(script: script, isBold: isBold)
        if let known = scriptFiles[key] { return known }
        let file = files.scriptFile(script, isBold: isBold)
        scriptFiles[key] = .some(file)
        return file
    }

    /// The face for the Han characters of a line: kana and hangul say it themselves, else the language does.
    func face(hasKana: Bool, hasHangul: Bool) -> CJKFace {
        if hasKana { return .japanese }
        return hasHangul ? .korean : hanFace
    }

    private func isCovered(_ scalars: String.UnicodeScalarView) -> Bool {
        foundByFontconfig.contains { provides($0, scalars) }
    }

    private func askFontconfig(_ scalars: String.UnicodeScalarView) -> Choice {
        for file in foundByFontconfig where provides(file, scalars) { return .other(file) }
        guard files.usesFontconfig, let scalar = scalars.first(where: { !Self.isIgnorable($0) }) else { return .none }
        return wish(.character(scalar.value))
    }

    /// Asks once; what was asked and came without a font stays without.
    private func wish(_ wish: FontLoader.Wish) -> Choice {
        if waiting.contains(wish) { return .pending }
        // A text full of characters that no font has must not ask for each of 100,000.
        guard !wished.contains(wish), wished.count < 256 else { return .none }
        wished.insert(wish)
        waiting.insert(wish)
        loader.load(wish)
        return .pending
    }

    private func provides(_ file: FontFile, _ scalars: String.UnicodeScalarView) -> Bool {
        other(file).map { Self.has($0, scalars) } ?? false
    }

    static func has(_ font: FontHandle, _ scalars: String.UnicodeScalarView) -> Bool {
        scalars.allSatisfy { isIgnorable($0) || font.provides($0) }
    }

    /// Joiners, variation selectors, direction marks: they have no glyph of their own.
    static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x34F, 0x61C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF,
            0xE0000...0xE0FFF:
            true
        default: false
        }
    }
}
