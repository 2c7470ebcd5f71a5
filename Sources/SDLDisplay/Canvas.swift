// What a frame is drawn on: an SDL renderer over a surface of ours (software) or over a window (GLES). Main thread.

import CSDL2
import Scene

/// A place to draw pictures of `width` × `height` pixels, upright: rotation happens when a frame is shown.
@MainActor
public final class Canvas {
    public let width: Int
    public let height: Int
    let renderer: RendererHandle
    /// The pixels of a software canvas; nil for GLES.
    let surface: SurfaceHandle?
    /// Where GLES draws when the picture is turned on its way to the panel.
    let rotationTarget: Texture?

    /// Draws in software into a surface of its own; no video driver is needed.
    init(softwareWidth width: Int, height: Int) throws(DisplayError) {
        guard let surface = SurfaceHandle(width: width, height: height, hasAlpha: false),
            let made = SDL_CreateSoftwareRenderer(surface.pointer)
        else {
            throw DisplayError(
                .renderer, "a picture of \(width) × \(height) pixels can not be made: \(lastSDLError())")
        }
        self.width = width
        self.height = height
        self.surface = surface
        renderer = RendererHandle(made, window: nil, surface: surface)
        rotationTarget = nil
    }

    /// Draws by GLES into a window of `panelWidth` × `panelHeight` pixels.
    init(renderer: RendererHandle, panelWidth: Int, panelHeight: Int, rotation: Rotation) throws(DisplayError) {
        (width, height) = rotation.turned(width: panelWidth, height: panelHeight)
        self.renderer = renderer
        surface = nil
        if rotation == .none {
            rotationTarget = nil
        } else {
            guard let target = Texture.target(renderer, width: width, height: height) else {
                throw DisplayError(.renderer, "the GPU can not draw a turned picture: \(lastSDLError())")
            }
            rotationTarget = target
        }
    }

    var bounds: Frame { Frame(x: 0, y: 0, width: width, height: height) }
    var isSoftware: Bool { surface != nil }
    var isLost: Bool { renderer.isLost }

    /// Starts a frame: black, because what a flipped buffer holds is undefined.
    func beginFrame() {
        SDL_SetRenderTarget(renderer.pointer, rotationTarget?.pointer)
        SDL_RenderSetClipRect(renderer.pointer, nil)
        SDL_SetRenderDrawColor(renderer.pointer, 0, 0, 0, 255)
        SDL_RenderClear(renderer.pointer)
    }

    func endFrame() { SDL_RenderFlush(renderer.pointer) }

    /// Shows what was drawn by GLES, turned, and waits for the panel as its driver does.
    func presentGLES(rotation: Rotation, panelWidth: Int, panelHeight: Int) {
        if let rotationTarget {
            SDL_SetRenderTarget(renderer.pointer, nil)
            SDL_SetTextureBlendMode(rotationTarget.pointer, SDL_BLENDMODE_NONE)
            var place = SDL_FRect(
                x: Float(panelWidth - width) / 2, y: Float(panelHeight - height) / 2, w: Float(width),
                h: Float(height))
            SDL_RenderCopyExF(
                renderer.pointer, rotationTarget.pointer, nil, &place, Double(rotation.rawValue), nil, SDL_FLIP_NONE)
        }
        SDL_RenderPresent(renderer.pointer)
    }

    /// The picture as rows of `0xAARRGGBB`, upright. Slow for GLES: it waits for the GPU.
    func readPicture() -> [UInt32] {
        endFrame()
        if let surface, let pixels = surface.pixels {
            var all: [UInt32] = []
            all.reserveCapacity(width * height)
            for y in 0..<height {
                let row = pixels + y * surface.stride
                for x in 0..<width { all.append(row[x] | 0xFF00_0000) }
            }
            return all
        }
        var all = [UInt32](repeating: 0, count: width * height)
        SDL_SetRenderTarget(renderer.pointer, rotationTarget?.pointer)
        SDL_RenderReadPixels(renderer.pointer, nil, SDL_PIXELFORMAT_ARGB8888.rawValue, &all, Int32(width * 4))
        for index in all.indices { all[index] |= 0xFF00_0000 }
        return all
    }
}
