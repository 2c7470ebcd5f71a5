// A picture as the eye would judge it: where the ink of each text is, and on which colours.

import Scene

@MainActor
struct PaintedPicture {
    struct Line {
        let text: String
        let style: TextStyle
        let frame: Frame
        let ink: Frame
        /// What its clips leave of the ink.
        let visible: Frame
        let color: Color
        /// The colours right under it.
        let under: [Color]
        /// Something opaque lies over part of it.
        var isCovered = false
        /// Nothing of it is seen.
        var isHidden = false
    }

    struct Icon {
        let name: String
        let visible: Frame
        let color: Color
        let under: [Color]
        var isCovered = false
    }

    private struct Surface {
        let frame: Frame
        let top: Color
        let bottom: Color
    }

    private(set) var lines: [Line] = []
    private(set) var icons: [Icon] = []
    private var surfaces: [Surface] = []

    init(_ commands: [DrawCommand], _ measuring: any TextMeasuring, _ bounds: Frame) {
        var clips = [bounds]
        for command in commands {
            let clip = clips[clips.count - 1]
            switch command {
            case .beginClip(let frame): clips.append(clip.intersection(frame))
            case .endClip: clips.removeLast()
            case .fill(let frame, let color), .panel(let frame, _, let color):
                paint(frame.intersection(clip), color, color)
            case .wash(let frame, let top, let bottom): paint(frame.intersection(clip), top, bottom)
            case .line(let line, let frame, let color):
                let width = measuring.width(of: line.text, style: line.style)
                let x =
                    switch line.alignment {
                    case .leading: frame.x
                    case .center: frame.x + (frame.width - width) / 2
                    case .trailing: frame.right - width
                    }
                let height = line.style.size * 8 / 10
                let ink = Frame(x: x, y: frame.y + (frame.height - height) / 2, width: width, height: height)
                let visible = ink.intersection(clip)
                lines.append(
                    Line(
                        text: line.text, style: line.style, frame: frame, ink: ink, visible: visible, color: color,
                        under: colors(under: visible)))
            case .image(let request, let frame, _):
                guard case .icon(let name) = request.source, let tint = request.tint else { continue }
                let visible = frame.intersection(clip)
                if visible.isEmpty { continue }
                icons.append(Icon(name: name, visible: visible, color: tint, under: colors(under: visible)))
            case .ring, .beginLayer, .endLayer: break
            }
        }
    }

    private mutating func paint(_ frame: Frame, _ top: Color, _ bottom: Color) {
        guard !frame.isEmpty else { return }
        for index in lines.indices where !lines[index].visible.intersection(frame).isEmpty {
            lines[index].isCovered = true
            if lines[index].visible.intersection(frame) == lines[index].visible { lines[index].isHidden = true }
        }
        for index in icons.indices where !icons[index].visible.intersection(frame).isEmpty {
            icons[index].isCovered = true
        }
        // A translucent surface is judged as the colours it makes with what is under it.
        let under = colors(under: frame).first ?? Color(red: 0, green: 0, blue: 0)
        surfaces.append(Surface(frame: frame, top: blend(top, under), bottom: blend(bottom, under)))
    }

    private func blend(_ color: Color, _ under: Color) -> Color {
        var mixed = under.mixed(with: color, Double(color.alpha) / 255)
        mixed.alpha = 255
        return mixed
    }

    /// The colours at the middle of a frame; both ends of a gradient.
    private func colors(under frame: Frame) -> [Color] {
        let x = frame.x + frame.width / 2
        let y = frame.y + frame.height / 2
        guard let surface = surfaces.last(where: { $0.frame.contains(x: x, y: y) }) else { return [] }
        return surface.top == surface.bottom ? [surface.top] : [surface.top, surface.bottom]
    }
}
