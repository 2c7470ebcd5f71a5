// Where the fonts of Debian 12 and 13 lie, and what to do when they do not. Any thread.

import Scene

/// One face of a font file.
public struct FontFile: Hashable, Sendable {
    public var path: String
    /// Which face of a collection.
    public var face: Int

    public init(path: String, face: Int = 0) {
        self.path = path
        self.face = face
    }
}

/// The faces of the Noto CJK collections, numbered as in `NotoSansCJK-Regular.ttc`.
enum CJKFace: Int, Hashable, Sendable {
    case japanese = 0
    case korean = 1
    case simplified = 2
    case traditional = 3
    case hongKong = 4

    /// The face for Han characters in a language (BCP 47); languages without Han get simplified Chinese.
    static func forLanguage(_ language: String) -> CJKFace {
        let tag = language.lowercased().replacing("_")
        if tag.hasPrefix("ja") { return .japanese }
        if tag.hasPrefix("ko") { return .korean }
        if tag.hasPrefix("zh-hk") || tag.hasPrefix("zh-hant-hk") { return .hongKong }
        if tag.hasPrefix("zh-hant") || tag.hasPrefix("zh-tw") { return .traditional }
        return .simplified
    }
}

extension String {
    /// Underscores as hyphens: `zh_TW` is `zh-TW`.
    fileprivate func replacing(_ separator: Character) -> String {
        String(map { $0 == separator ? "-" : $0 })
    }
}

/// The font files that were found.
public struct FontFiles: Hashable, Sendable {
    /// The text face of each weight.
    var main: [TextStyle.Weight: FontFile]
    /// Noto Sans of each weight, for what the main face lacks.
    var wide: [TextStyle.Weight: FontFile]
    /// The folder with Noto Sans of single scripts.
    var scriptFolder: String?
    /// The CJK collection of each weight; a weight that is not installed is the regular one.
    var cjk: [TextStyle.Weight: String]
    var symbols: [FontFile]
    /// Whether fontconfig may be asked for a character no other file has.
    var usesFontconfig: Bool

    /// Debian 12 and 13 keep these packages at the same paths: fonts-inter, fonts-noto-core, fonts-noto-cjk. The
    /// `truetype` places are those of hand-made installations and of older packages.
    private static let interFolders = ["/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/inter"]
    private static let notoFolders = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto"]
    private static let cjkFolders = ["/usr/share/fonts/opentype/noto", "/usr/share/fonts/truetype/noto"]
    private static let symbolNames = [
        "NotoSansSymbols2-Regular", "NotoSansSymbols-Regular", "NotoSansMath-Regular", "NotoMusic-Regular",
    ]
    private static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    /// Looks at the known places, then asks fontconfig.
    /// - Parameters:
    ///   - root: put before every path; empty outside tests
    ///   - usesFontconfig: false to do without it
    /// - Throws: `.fonts` when no font can be found at all
    public static func find(root: String = "", usesFontconfig: Bool = true) throws(DisplayError) -> FontFiles {
        var main: [TextStyle.Weight: FontFile] = [:]
        var wide: [TextStyle.Weight: FontFile] = [:]
        var cjk: [TextStyle.Weight: String] = [:]
        for (weight, name) in [(TextStyle.Weight.regular, "Regular"), (.medium, "Medium"), (.bold, "Bold")] {
            main[weight] = first(interFolders, ["Inter-\(name).otf", "Inter-\(name).ttf"], root)
            wide[weight] = first(notoFolders, ["NotoSans-\(name).ttf", "NotoSans-\(name).otf"], root)
            cjk[weight] = first(cjkFolders, ["NotoSansCJK-\(name).ttc"], root)?.path ?? cjk[.regular]
        }
        if main[.regular] == nil { main = wide }
        if main[.regular] == nil, usesFontconfig {
            for (weight, name) in [(TextStyle.Weight.regular, "regular"), (.medium, "medium"), (.bold, "bold")] {
                main[weight] = Fontconfig.match("sans-serif:weight=\(name)")
            }
        }
        guard let regular = main[.regular] else {
            throw DisplayError(
                .fonts, "no font was found: the Debian packages fonts-inter and fonts-noto-core bring them")
        }
        if main[.medium] == nil { main[.medium] = regular }
        if main[.bold] == nil { main[.bold] = main[.medium] }
        if let wideRegular = wide[.regular] {
            if wide[.medium] == nil { wide[.medium] = wideRegular }
            if wide[.bold] == nil { wide[.bold] = wideRegular }
        }
        var symbols = symbolNames.compactMap { first(notoFolders, ["\($0).ttf"], root) }
        if SmallFile.exists(root + dejaVu) { symbols.append(FontFile(path: root + dejaVu)) }
        return FontFiles(
            main: main, wide: wide,
            scriptFolder: notoFolders.map { root + $0 }.first { SmallFile.exists($0) },
            cjk: cjk, symbols: symbols, usesFontconfig: usesFontconfig)
    }

    private static func first(_ folders: [String], _ names: [String], _ root: String) -> FontFile? {
        for folder in folders {
            for name in names where SmallFile.exists(root + folder + "/" + name) {
                return FontFile(path: root + folder + "/" + name)
            }
        }
        return nil
    }

    /// The file of a script's own Noto Sans, when it is installed.
    func scriptFile(_ script: Script, isBold: Bool) -> FontFile? {
        guard let scriptFolder, let name = script.notoName else { return nil }
        for suffix in isBold ? ["Bold", "Regular"] : ["Regular"] {
            let path = "\(scriptFolder)/NotoSans\(name)-\(suffix).ttf"
            if SmallFile.exists(path) { return FontFile(path: path) }
        }
        return nil
    }
}
