// Which renderer starts, decided from three facts. Values; any thread.

import Glibc

/// The renderer for a window, and whether SDL must be kept from putting the window's memory behind OpenGL.
public struct RendererChoice: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case software, gles }

    public var kind: Kind
    /// `SDL_HINT_FRAMEBUFFER_ACCELERATION=0`: only x11 can do without; KMSDRM fails with it.
    public var plainFramebuffer: Bool
    /// Whether software takes over when this kind does not start.
    public var mayFallBack: Bool

    /// - Parameters:
    ///   - requested: what `--renderer` says
    ///   - driver: SDL's name of the video driver: `x11`, `wayland`, `KMSDRM` …
    ///   - hasRenderNode: a GPU is behind `/dev/dri/renderD*`
    public static func decide(
        requested: DisplayOptions.Renderer, driver: String, hasRenderNode: Bool
    ) -> RendererChoice {
        let isConsole = Self.isConsole(driver)
        let wantsSoftware = requested == .software || (requested == .auto && !isConsole && !hasRenderNode)
        return RendererChoice(
            kind: wantsSoftware ? .software : .gles, plainFramebuffer: wantsSoftware && driver == "x11",
            mayFallBack: requested == .auto)
    }

    /// A driver that owns the panel itself, so SDL's events are not used.
    static func isConsole(_ driver: String) -> Bool {
        switch driver.lowercased() {
        case "kmsdrm", "rpi", "directfb", "fbcon": true
        default: false
        }
    }

    /// Whether a GPU can be rendered with. `folder` is `/dev/dri`, or a test's own.
    public static func hasRenderNode(in folder: String = "/dev/dri") -> Bool {
        FolderListing.names(in: folder).contains { $0.hasPrefix("renderD") }
    }
}

/// The names in a small folder; empty when it can not be read.
enum FolderListing {
    static func names(in folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle), names.count < 4096 {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
