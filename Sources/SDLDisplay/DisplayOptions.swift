// What the builder may ask of the screen. Values; any thread.

/// `--size --dpi --rotate --renderer --window` as values.
public struct DisplayOptions: Hashable, Sendable {
    public enum Renderer: String, Hashable, Sendable, CaseIterable { case auto, software, gles }

    /// Pixels of the panel, before rotation; nil is the panel's own mode, or 1024 × 600 in a window.
    public var size: Size?
    /// Dots per inch; nil asks the panel.
    public var dpi: Int?
    public var rotation: Rotation
    public var renderer: Renderer
    /// A window, never the console.
    public var isWindow: Bool
    public var title: String

    public struct Size: Hashable, Sendable {
        public var width: Int
        public var height: Int
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        /// No side is shorter or longer than this, whatever is asked: textures of 8192 are what a Pi can have.
        public static let sides = 64...8192

        var clamped: Size {
            Size(
                width: min(max(width, Self.sides.lowerBound), Self.sides.upperBound),
                height: min(max(height, Self.sides.lowerBound), Self.sides.upperBound))
        }
    }

    public init(
        size: Size? = nil, dpi: Int? = nil, rotation: Rotation = .none, renderer: Renderer = .auto,
        isWindow: Bool = false, title: String = "Carillon"
    ) {
        self.size = size
        self.dpi = dpi
        self.rotation = rotation
        self.renderer = renderer
        self.isWindow = isWindow
        self.title = title
    }
}
