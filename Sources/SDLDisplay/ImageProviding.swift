// Where pictures come from. The program answers; main thread, without waiting.

public import Scene

@MainActor
public protocol ImageProviding: AnyObject {
    /// The picture for a request, or nil while it is not there. Never blocks: a miss starts the work elsewhere, and
    /// its arrival asks for a new frame. A picture of another size than the request's is scaled here.
    func pixels(for request: ImageRequest) -> PixelBuffer?
}

/// For a program that shows icons and words only.
public final class NoImages: ImageProviding {
    public init() {}
    public func pixels(for request: ImageRequest) -> PixelBuffer? { nil }
}
