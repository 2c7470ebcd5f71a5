// The parts of a list as they were drawn last, to be drawn again where the list has moved them to. Main thread.

/// What one list keeps from one picture to the next, so that a frame in which only the scroll has changed makes nothing
/// anew. Forgotten whenever anything that is drawn with a part may be another.
@MainActor
final class RowPictures {
    enum Part: Hashable {
        /// The head of a page.
        case header
        /// A row, an item of a grid or an image row, by its number over all sections.
        case row(Int)
    }

    /// One part, drawn with its top at 0.
    struct Drawn {
        let frame: Frame
        /// Pixels the elements of an image row lay to the left.
        let sideways: Int
        let commands: [DrawCommand]
        let elements: [Element]
    }

    /// More than any screen shows at once.
    private static let most = 128
    private var parts: [Part: Drawn] = [:]
    private var index: (count: Int, capacity: Int, cells: [Int?])?
    /// Behind the head of a page.
    var wash: Wash?

    /// What the buttons of the bar over the list depend on, beside what makes all of this be forgotten.
    struct Bar: Hashable {
        let width: Int
        let hasBack: Bool
        let hasClock: Bool
    }
    /// How much of those buttons is shown.
    var bar: (key: Bar, line: ButtonLine)?

    func forget() {
        bar = nil
        parts.removeAll(keepingCapacity: true)
        index = nil
        wash = nil
    }

    /// The part as it was drawn at the same place sideways and in the same size.
    func drawn(_ part: Part, in frame: Frame, sideways: Int) -> Drawn? {
        guard let drawn = parts[part], drawn.frame == frame, drawn.sideways == sideways else { return nil }
        return drawn
    }

    func keep(_ drawn: Drawn, as part: Part) {
        if parts.count >= Self.most { parts.removeAll(keepingCapacity: true) }
        parts[part] = drawn
    }

    /// The letters of an index that has room for so many.
    func cells(count: Int, capacity: Int) -> [Int?] {
        if let index, index.count == count, index.capacity == capacity { return index.cells }
        let cells = IndexLayout.thinned(count: count, capacity: capacity)
        index = (count, capacity, cells)
        return cells
    }
}

extension Picture {
    /// Puts down what was drawn elsewhere, so many pixels lower.
    mutating func add(_ drawn: RowPictures.Drawn, lower dy: Int) {
        for command in drawn.commands { commands.append(command.moved(down: dy)) }
        for element in drawn.elements { addCut(element.moved(down: dy)) }
    }
}

extension DrawCommand {
    /// The same so many pixels lower.
    func moved(down dy: Int) -> DrawCommand {
        switch self {
        case .fill(let frame, let color): .fill(frame.offset(x: 0, y: dy), color)
        case .panel(let frame, let radius, let color): .panel(frame.offset(x: 0, y: dy), radius: radius, color)
        case .ring(let frame, let radius, let width, let color):
            .ring(frame.offset(x: 0, y: dy), radius: radius, width: width, color)
        case .image(let request, let frame, let opacity):
            .image(request, frame.offset(x: 0, y: dy), opacity: opacity)
        case .line(let line, let frame, let color): .line(line, frame.offset(x: 0, y: dy), color)
        case .wash(let frame, let top, let bottom): .wash(frame.offset(x: 0, y: dy), top: top, bottom: bottom)
        case .beginClip(let frame): .beginClip(frame.offset(x: 0, y: dy))
        case .beginLayer(let dx, let layerY, let opacity): .beginLayer(dx: dx, dy: layerY, opacity: opacity)
        case .endClip, .endLayer: self
        }
    }
}

extension Element {
    fileprivate func moved(down dy: Int) -> Element {
        var element = self
        element.frame.y += dy
        element.visibleFrame.y += dy
        element.shape.y += dy
        return element
    }
}
