// One owner for each SDL handle. They live and die on the main thread.

import CSDL2

/// SDL's last error, or a word for none.
func lastSDLError() -> String {
    guard let text = SDL_GetError() else { return "no reason given" }
    let message = String(cString: text)
    return message.isEmpty ? "no reason given" : message
}

/// Owns an `SDL_Window`, and keeps SDL's video part running.
final class WindowHandle {
    let pointer: OpaquePointer
    let session: VideoSession

    init(_ pointer: OpaquePointer, session: VideoSession) {
        self.pointer = pointer
        self.session = session
    }

    deinit { if !session.isLost { SDL_DestroyWindow(pointer) } }
}

/// Owns an `SDL_Surface` of 32-bit pixels.
final class SurfaceHandle {
    let pointer: UnsafeMutablePointer<SDL_Surface>

    /// A blank surface; alpha or not.
    init?(width: Int, height: Int, hasAlpha: Bool) {
        let format = hasAlpha ? SDL_PIXELFORMAT_ARGB8888.rawValue : SDL_PIXELFORMAT_RGB888.rawValue
        guard let made = SDL_CreateRGBSurfaceWithFormat(0, Int32(width), Int32(height), 32, format) else {
            return nil
        }
        pointer = made
    }

    /// Takes over a surface, changed into ARGB when it is anything else.
    init?(taking surface: UnsafeMutablePointer<SDL_Surface>) {
        if surface.pointee.format.pointee.format == SDL_PIXELFORMAT_ARGB8888.rawValue {
            pointer = surface
            return
        }
        let converted = SDL_ConvertSurfaceFormat(surface, SDL_PIXELFORMAT_ARGB8888.rawValue, 0)
        SDL_FreeSurface(surface)
        guard let converted else { return nil }
        pointer = converted
    }

    deinit { SDL_FreeSurface(pointer) }

    var width: Int { Int(pointer.pointee.w) }
    var height: Int { Int(pointer.pointee.h) }
    /// Pixels from a row to the next.
    var stride: Int { Int(pointer.pointee.pitch) / 4 }
    /// The first pixel; nil for an empty surface.
    var pixels: UnsafeMutablePointer<UInt32>? {
        pointer.pointee.pixels?.assumingMemoryBound(to: UInt32.self)
    }
}

/// Owns an `SDL_Renderer`, and keeps what it draws on alive.
final class RendererHandle {
    let pointer: OpaquePointer
    private let window: WindowHandle?
    private let surface: SurfaceHandle?

    init(_ pointer: OpaquePointer, window: WindowHandle?, surface: SurfaceHandle?) {
        self.pointer = pointer
        self.window = window
        self.surface = surface
    }

    deinit { if !isLost { SDL_DestroyRenderer(pointer) } }

    /// The server behind the window has gone.
    var isLost: Bool { window?.session.isLost == true }
}

/// Owns an `SDL_Texture`, and keeps its renderer alive: a renderer takes its textures with it when it goes.
final class Texture {
    let pointer: OpaquePointer
    let width: Int
    let height: Int
    /// No pixel lets anything through.
    let isOpaque: Bool
    private let renderer: RendererHandle

    private init(_ pointer: OpaquePointer, width: Int, height: Int, isOpaque: Bool, renderer: RendererHandle) {
        self.pointer = pointer
        self.width = width
        self.height = height
        self.isOpaque = isOpaque
        self.renderer = renderer
    }

    deinit { if !renderer.isLost { SDL_DestroyTexture(pointer) } }

    var byteCount: Int { width * height * 4 }

    /// A texture of pixels in ARGB, not premultiplied; nil when SDL refuses (too large, out of memory).
    static func make(
        _ renderer: RendererHandle, width: Int, height: Int, pixels: UnsafePointer<UInt32>, stride: Int,
        isOpaque: Bool
    ) -> Texture? {
        guard
            let made = SDL_CreateTexture(
                renderer.pointer, SDL_PIXELFORMAT_ARGB8888.rawValue, Int32(SDL_TEXTUREACCESS_STATIC.rawValue),
                Int32(width), Int32(height))
        else { return nil }
        SDL_UpdateTexture(made, nil, pixels, Int32(stride * 4))
        return Texture(made, width: width, height: height, isOpaque: isOpaque, renderer: renderer)
    }

    /// A texture to draw into.
    static func target(_ renderer: RendererHandle, width: Int, height: Int) -> Texture? {
        guard
            let made = SDL_CreateTexture(
                renderer.pointer, SDL_PIXELFORMAT_ARGB8888.rawValue, Int32(SDL_TEXTUREACCESS_TARGET.rawValue),
                Int32(width), Int32(height))
        else { return nil }
        return Texture(made, width: width, height: height, isOpaque: false, renderer: renderer)
    }
}
