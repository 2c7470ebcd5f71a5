// Places and sizes on the panel, in physical pixels of the rotated picture. Values; main thread.

/// A rectangle of whole pixels; the origin is the top left of the picture, y grows downwards.
public struct Frame: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public static let zero = Frame(x: 0, y: 0, width: 0, height: 0)

    /// One behind the last column.
    public var right: Int { x + width }
    /// One behind the last row.
    public var bottom: Int { y + height }
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    public func contains(x px: Int, y py: Int) -> Bool {
        px >= x && px < right && py >= y && py < bottom
    }

    /// What both cover; empty when they do not meet.
    public func intersection(_ other: Frame) -> Frame {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Frame(
            x: left, y: top, width: max(0, min(right, other.right) - left),
            height: max(0, min(bottom, other.bottom) - top))
    }

    public func offset(x dx: Int, y dy: Int) -> Frame {
        Frame(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// The frame without `by` pixels on each side.
    public func inset(by amount: Int) -> Frame {
        Frame(
            x: x + amount, y: y + amount, width: max(0, width - 2 * amount), height: max(0, height - 2 * amount))
    }
}

/// A colour in sRGB, 8 bits a channel, not premultiplied.
public struct Color: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    /// 255 is opaque.
    public var alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
