// Groups that move and fade together. Main thread.

import CSDL2
import Scene

/// The open layers of a frame.
///
/// A faded group must not show its own parts through each other, so alphas are not multiplied. In software the
/// pixels below are kept, the group is drawn over them, and the kept ones are laid over it at the opposite opacity:
/// the same result as drawing the group apart, for one copy and one blend of the region. GLES has no cheap way to
/// keep what is below; there the group goes into a texture whose colours end up premultiplied.
@MainActor
struct LayerStack {
    struct Layer {
        var originX: Int
        var originY: Int
        var clip: Frame
        var clipCount: Int
        /// 255 for a layer that only moves.
        var opacity: UInt8
        var region: Frame
        /// Which scratch picture a faded layer uses.
        var scratch: Int
    }

    private(set) var layers: [Layer] = []
    private let canvas: Canvas
    private var surfaces: [SurfaceHandle] = []
    private var textures: [Texture] = []
    private var fadedCount = 0

    init(canvas: Canvas) { self.canvas = canvas }

    var depth: Int { layers.count }
    var isFaded: Bool { fadedCount > 0 }

    mutating func push(_ layer: Layer) {
        var layer = layer
        if layer.opacity < 255 {
            layer.scratch = fadedCount
            if canvas.isSoftware { keepBelow(layer) } else { drawApart(layer) }
            fadedCount += 1
        }
        layers.append(layer)
    }

    /// Ends the innermost layer and puts a faded one where it belongs; nil when none is open.
    mutating func pop() -> Layer? {
        guard let layer = layers.popLast() else { return nil }
        if layer.opacity < 255 {
            fadedCount -= 1
            if canvas.isSoftware { fadeOverKept(layer) } else { compose(layer) }
        }
        return layer
    }

    // MARK: Software

    private mutating func keepBelow(_ layer: Layer) {
        if layer.scratch == surfaces.count {
            guard let made = SurfaceHandle(width: canvas.width, height: canvas.height, hasAlpha: false) else { return }
            surfaces.append(made)
        }
        guard layer.scratch < surfaces.count, let below = canvas.surface else { return }
        let kept = surfaces[layer.scratch].pointer
        SDL_RenderFlush(canvas.renderer.pointer)
        SDL_SetSurfaceBlendMode(below.pointer, SDL_BLENDMODE_NONE)
        SDL_SetClipRect(kept, nil)
        var source = layer.region.sdlRect
        var target = source
        SDL_UpperBlit(below.pointer, &source, kept, &target)
    }

    private func fadeOverKept(_ layer: Layer) {
        guard layer.scratch < surfaces.count, let below = canvas.surface, let picture = below.pixels,
            let kept = surfaces[layer.scratch].pixels
        else { return }
        SDL_RenderFlush(canvas.renderer.pointer)
        let region = layer.region
        for y in region.y..<region.bottom {
            Self.mix(
                picture + y * below.stride + region.x, with: kept + y * surfaces[layer.scratch].stride + region.x,
                count: region.width, opacity: layer.opacity)
        }
    }

    /// Moves each pixel towards another by what is missing to an opacity of 255. Two channels at a time in 8.8 fixed
    /// point; the compiler makes vector code of it, which is several times faster than SDL's surface alpha.
    private static func mix(
        _ pixels: UnsafeMutablePointer<UInt32>, with others: UnsafePointer<UInt32>, count: Int, opacity: UInt8
    ) {
        let weight = UInt32(opacity) + UInt32(opacity >> 7)
        let other = 256 - weight
        for index in 0..<count {
            let a = pixels[index]
            let b = others[index]
            let redBlue = (a & 0xFF_00FF) &* weight &+ (b & 0xFF_00FF) &* other &+ 0x80_0080
            let green = (a & 0xFF00) &* weight &+ (b & 0xFF00) &* other &+ 0x8000
            pixels[index] = redBlue >> 8 & 0xFF_00FF | green >> 8 & 0xFF00
        }
    }

    // MARK: GLES

    private mutating func drawApart(_ layer: Layer) {
        let renderer = canvas.renderer.pointer
        if layer.scratch == textures.count {
            guard let made = Texture.target(canvas.renderer, width: canvas.width, height: canvas.height) else {
                return
            }
            textures.append(made)
        }
        guard layer.scratch < textures.count else { return }
        SDL_SetRenderTarget(renderer, textures[layer.scratch].pointer)
        SDL_RenderSetClipRect(renderer, nil)
        SDL_SetRenderDrawColor(renderer, 0, 0, 0, 0)
        SDL_RenderClear(renderer)
    }

    private func compose(_ layer: Layer) {
        guard layer.scratch < textures.count else { return }
        let renderer = canvas.renderer.pointer
        let texture = textures[layer.scratch].pointer
        let below = layer.scratch > 0 ? textures[layer.scratch - 1].pointer : canvas.rotationTarget?.pointer
        SDL_SetRenderTarget(renderer, below)
        SDL_RenderSetClipRect(renderer, nil)
        let premultiplied = SDL_ComposeCustomBlendMode(
            SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD, SDL_BLENDFACTOR_ONE,
            SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD)
        SDL_SetTextureBlendMode(texture, premultiplied)
        SDL_SetTextureColorMod(texture, layer.opacity, layer.opacity, layer.opacity)
        SDL_SetTextureAlphaMod(texture, layer.opacity)
        var rect = layer.region.sdlRect
        SDL_RenderCopy(renderer, texture, &rect, &rect)
    }
}
