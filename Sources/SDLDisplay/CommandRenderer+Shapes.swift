// Fills, copies and rounded shapes: the middle is filled, only corners come from masks. Main thread.

import CSDL2
import Scene

extension CommandRenderer {
    func fill(_ place: Frame, _ color: Color) {
        // Cut here, so that no frame is too large for SDL's 32 bits.
        let seen = place.intersection(clip)
        guard color.alpha > 0, !seen.isEmpty else { return }
        let renderer = canvas.renderer.pointer
        SDL_SetRenderDrawBlendMode(renderer, color.alpha == 255 ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
        SDL_SetRenderDrawColor(renderer, color.red, color.green, color.blue, color.alpha)
        var rect = seen.sdlRect
        SDL_RenderFillRect(renderer, &rect)
    }

    /// A filled shape (`ringWidth` 0) or an outline inside its frame. No pixel is drawn twice, so a colour with
    /// alpha is even.
    func panel(_ place: Frame, radius: Int, ringWidth: Int, _ color: Color) {
        guard color.alpha > 0, ringWidth >= 0 else { return }
        let half = min(place.width, place.height) / 2
        let corner = min(max(0, radius), half)
        // A ring that meets itself in the middle is a filled shape.
        let isRing = ringWidth > 0 && ringWidth * 2 < min(place.width, place.height)
        let mask = ShapeMask(radius: corner, ringWidth: isRing ? ringWidth : 0)
        let size = mask.cornerSize
        if corner > 0 {
            guard let texture = maskTexture(mask) else { return }
            let right = place.right - size
            let bottom = place.bottom - size
            copyPart(texture, square(0, 0, size), to: square(place.x, place.y, size), color)
            copyPart(texture, square(size, 0, size), to: square(right, place.y, size), color)
            copyPart(texture, square(0, size, size), to: square(place.x, bottom, size), color)
            copyPart(texture, square(size, size, size), to: square(right, bottom, size), color)
        }
        if isRing {
            ringEdges(place, cornerSize: corner > 0 ? size : 0, width: ringWidth, color)
        } else {
            fill(Frame(x: place.x + size, y: place.y, width: place.width - 2 * size, height: size), color)
            fill(Frame(x: place.x, y: place.y + size, width: place.width, height: place.height - 2 * size), color)
            fill(
                Frame(x: place.x + size, y: place.bottom - size, width: place.width - 2 * size, height: size), color)
        }
    }

    private func ringEdges(_ place: Frame, cornerSize size: Int, width: Int, _ color: Color) {
        let inset = max(size, width)
        let across = place.width - 2 * size
        fill(Frame(x: place.x + size, y: place.y, width: across, height: width), color)
        fill(Frame(x: place.x + size, y: place.bottom - width, width: across, height: width), color)
        let down = place.height - 2 * inset
        fill(Frame(x: place.x, y: place.y + inset, width: width, height: down), color)
        fill(Frame(x: place.right - width, y: place.y + inset, width: width, height: down), color)
    }

    private func square(_ x: Int, _ y: Int, _ size: Int) -> Frame {
        Frame(x: x, y: y, width: size, height: size)
    }

    /// Draws a whole texture, multiplied by a colour and its alpha.
    func copy(_ texture: Texture, to place: Frame, _ color: Color) {
        copyPart(texture, Frame(x: 0, y: 0, width: texture.width, height: texture.height), to: place, color)
    }

    func copyPart(_ texture: Texture, _ part: Frame, to place: Frame, _ color: Color) {
        guard color.alpha > 0, !place.intersection(clip).isEmpty else { return }
        let isPlain = texture.isOpaque && color.alpha == 255
        SDL_SetTextureBlendMode(texture.pointer, isPlain ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
        SDL_SetTextureColorMod(texture.pointer, color.red, color.green, color.blue)
        SDL_SetTextureAlphaMod(texture.pointer, color.alpha)
        let isScaled = part.width != place.width || part.height != place.height
        SDL_SetTextureScaleMode(texture.pointer, isScaled ? SDL_ScaleModeLinear : SDL_ScaleModeNearest)
        var source = part.sdlRect
        var target = place.sdlRect
        SDL_RenderCopy(canvas.renderer.pointer, texture.pointer, &source, &target)
    }
}

extension Frame {
    var sdlRect: SDL_Rect {
        SDL_Rect(
            x: Int32(clamping: x), y: Int32(clamping: y), w: Int32(clamping: width), h: Int32(clamping: height))
    }

    /// The smallest frame that holds both; an empty one adds nothing.
    func union(_ other: Frame) -> Frame {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Frame(
            x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }
}

extension UInt8 {
    /// The product of two parts of 255, rounded.
    func scaled(by other: UInt8) -> UInt8 {
        let product = Int(self) * Int(other) + 127
        return UInt8(product / 255)
    }
}
