// Fontconfig, opened only when the list of known files does not help. Any thread, one call at a time.

import Glibc
import Synchronization

/// The five calls that find a file for a pattern (fontconfig.org, developers' reference).
enum Fontconfig {
    private typealias Initialise = @convention(c) () -> Int32
    private typealias Parse = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
    private typealias Substitute = @convention(c) (OpaquePointer?, OpaquePointer?, Int32) -> Int32
    private typealias Default = @convention(c) (OpaquePointer?) -> Void
    private typealias Match =
        @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutablePointer<Int32>)
        -> OpaquePointer?
    private typealias GetString =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<UnsafePointer<CChar>?>
        ) -> Int32
    private typealias GetInteger =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Int32>
        ) -> Int32
    private typealias Destroy = @convention(c) (OpaquePointer?) -> Void

    private static let gate = Mutex<Void>(())

    /// The best file for a pattern such as `sans-serif:weight=bold` or `:charset=5bff`; nil without fontconfig.
    static func match(_ pattern: String) -> FontFile? {
        gate.withLock { _ in
            guard let library = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL) else { return nil }
            // Fontconfig keeps its lists for the next call, so it stays open.
            guard let initialise = symbol(library, "FcInit", as: Initialise.self),
                let parse = symbol(library, "FcNameParse", as: Parse.self),
                let substitute = symbol(library, "FcConfigSubstitute", as: Substitute.self),
                let setDefaults = symbol(library, "FcDefaultSubstitute", as: Default.self),
                let match = symbol(library, "FcFontMatch", as: Match.self),
                let string = symbol(library, "FcPatternGetString", as: GetString.self),
                let integer = symbol(library, "FcPatternGetInteger", as: GetInteger.self),
                let destroy = symbol(library, "FcPatternDestroy", as: Destroy.self),
                initialise() != 0, let wanted = parse(pattern)
            else { return nil }
            defer { destroy(wanted) }
            _ = substitute(nil, wanted, 0)
            setDefaults(wanted)
            var result: Int32 = 0
            guard let found = match(nil, wanted, &result) else { return nil }
            defer { destroy(found) }
            var path: UnsafePointer<CChar>?
            guard string(found, "file", 0, &path) == 0, let path else { return nil }
            var face: Int32 = 0
            _ = integer(found, "index", 0, &face)
            // The upper half of the index names an instance of a variable font, which SDL2_ttf can not choose.
            return FontFile(path: String(cString: path), face: Int(face & 0xFFFF))
        }
    }

    private static func symbol<T>(_ library: UnsafeMutableRawPointer, _ name: String, as type: T.Type) -> T? {
        dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
}
