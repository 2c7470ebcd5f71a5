// Opening and closing layers while a frame is drawn. Main thread.

import CSDL2
import Scene

extension CommandRenderer {
    /// Opens a layer and gives the index of the next command: the one behind its end when nothing of it can be seen.
    func beginLayer(dx: Int, dy: Int, opacity: UInt8, _ commands: [DrawCommand], at index: Int) -> Int {
        let moved = (x: originX + dx, y: originY + dy)
        var region = clip
        if opacity < 255 {
            let extent = Self.layerExtent(commands, from: index)
            if opacity == 0 { return extent.end }
            region = extent.bounds.offset(x: originX, y: originY).intersection(clip)
            if region.isEmpty { return extent.end }
        }
        layers.push(
            LayerStack.Layer(
                originX: originX, originY: originY, clip: clip, clipCount: clips.count, opacity: opacity,
                region: region, scratch: 0))
        (originX, originY) = moved
        if opacity < 255 {
            // Nothing outside the region is blended back, so nothing outside may be drawn.
            clip = region
            applyClip()
        }
        return index + 1
    }

    func endLayer() {
        guard let layer = layers.pop() else { return }
        originX = layer.originX
        originY = layer.originY
        if clips.count > layer.clipCount { clips.removeLast(clips.count - layer.clipCount) }
        clip = layer.clip
        applyClip()
    }

    /// What the layer that begins at `start` covers, in the coordinates around it, and the index behind its end.
    static func layerExtent(_ commands: [DrawCommand], from start: Int) -> (bounds: Frame, end: Int) {
        var bounds = Frame.zero
        var depth = 0
        var shiftX = 0
        var shiftY = 0
        // The shifts of inner layers are undone by walking their ends; they are kept here, innermost last.
        var shifts: [(Int, Int)] = []
        var index = start
        while index < commands.count {
            switch commands[index] {
            case .beginLayer(let dx, let dy, _):
                depth += 1
                shifts.append((dx, dy))
                shiftX += dx
                shiftY += dy
            case .endLayer:
                depth -= 1
                if let (dx, dy) = shifts.popLast() {
                    shiftX -= dx
                    shiftY -= dy
                }
                if depth == 0 { return (bounds, index + 1) }
            case .fill(let frame, _), .panel(let frame, _, _), .ring(let frame, _, _, _), .wash(let frame, _, _),
                .image(_, let frame, _):
                bounds = bounds.union(frame.offset(x: shiftX, y: shiftY))
            case .line(let line, let frame, _):
                // Ink may stand over its frame by less than its size.
                bounds = bounds.union(frame.inset(by: -line.style.size).offset(x: shiftX, y: shiftY))
            case .beginClip, .endClip:
                break
            }
            index += 1
        }
        return (bounds, commands.count)
    }
}
