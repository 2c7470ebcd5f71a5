// One owner for a TTF_Font. Made on any thread, used on the main thread.

import CSDL2
import CSDL2TTF
import Synchronization

/// FreeType allows one library for several threads as long as faces are opened and closed one at a time.
enum FontGate {
    static let opening = Mutex<Void>(())
    /// Whether SDL2_ttf started; its first use starts it.
    static let isReady: Bool = TTF_Init() == 0
}

/// Owns a `TTF_Font` at a size that can change.
final class FontHandle {
    let pointer: OpaquePointer
    private(set) var size: Int
    private var script = ""
    private var isRightToLeft = false

    /// Takes over what `openPointer` gave.
    init(taking pointer: OpaquePointer, size: Int) {
        self.pointer = pointer
        self.size = size
    }

    deinit { FontGate.opening.withLock { _ in TTF_CloseFont(pointer) } }

    /// Opens a face; any thread. Nil when the file is not a font.
    static func openPointer(_ file: FontFile, size: Int) -> OpaquePointer? {
        FontGate.opening.withLock { _ in
            guard FontGate.isReady, let opened = TTF_OpenFontIndex(file.path, Int32(size), file.face) else {
                return nil
            }
            // A font of pictures has one size of its own and does not take ours.
            guard TTF_FontHeight(opened) <= Int32(size) * 4 else {
                TTF_CloseFont(opened)
                return nil
            }
            // Stems keep their vertical fit, advances are not rounded: even spacing at every size.
            TTF_SetFontHinting(opened, TTF_HINTING_LIGHT_SUBPIXEL)
            return opened
        }
    }

    static func open(_ file: FontFile, size: Int) -> FontHandle? {
        openPointer(file, size: size).map { FontHandle(taking: $0, size: size) }
    }

    func prepare(size: Int, script: String = "Latn", isRightToLeft: Bool = false) {
        if size != self.size {
            TTF_SetFontSize(pointer, Int32(size))
            self.size = size
        }
        if script != self.script {
            TTF_SetFontScriptName(pointer, script)
            self.script = script
        }
        if isRightToLeft != self.isRightToLeft {
            TTF_SetFontDirection(pointer, isRightToLeft ? TTF_DIRECTION_RTL : TTF_DIRECTION_LTR)
            self.isRightToLeft = isRightToLeft
        }
    }

    func provides(_ scalar: Unicode.Scalar) -> Bool { TTF_GlyphIsProvided32(pointer, scalar.value) != 0 }

    /// Pixels from the top of the line to the baseline, and of the whole line.
    var ascent: Int { Int(TTF_FontAscent(pointer)) }
    var height: Int { Int(TTF_FontHeight(pointer)) }

    /// The box of a glyph around its origin, y upwards; nil when the font has none.
    func box(_ scalar: Unicode.Scalar) -> (left: Int, bottom: Int, top: Int, advance: Int)? {
        var left: Int32 = 0
        var right: Int32 = 0
        var bottom: Int32 = 0
        var top: Int32 = 0
        var advance: Int32 = 0
        guard TTF_GlyphMetrics32(pointer, scalar.value, &left, &right, &bottom, &top, &advance) == 0 else { return nil }
        return (Int(left), Int(bottom), Int(top), Int(advance))
    }

    /// Pixels of a shaped text.
    func width(of text: String) -> Int {
        var width: Int32 = 0
        guard !text.isEmpty, TTF_SizeUTF8(pointer, text, &width, nil) == 0 else { return 0 }
        return Int(width)
    }

    /// White text, coverage as alpha; nil when nothing is to be seen.
    func render(_ text: String) -> SurfaceHandle? {
        guard !text.isEmpty,
            let surface = TTF_RenderUTF8_Blended(pointer, text, SDL_Color(r: 255, g: 255, b: 255, a: 255))
        else { return nil }
        return SurfaceHandle(taking: surface)
    }
}
