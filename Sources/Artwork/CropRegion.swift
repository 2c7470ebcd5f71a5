// Which part of a picture fills a frame of another shape. Values; any thread.

/// A rectangle of source pixels.
struct CropRegion: Hashable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// The largest centred part of `width` × `height` that has the shape of `targetWidth` × `targetHeight`.
    init(width: Int, height: Int, targetWidth: Int, targetHeight: Int) {
        if width * targetHeight > height * targetWidth {
            self.width = max(1, (height * targetWidth + targetHeight / 2) / targetHeight)
            self.height = height
        } else {
            self.width = width
            self.height = max(1, (width * targetHeight + targetWidth / 2) / targetWidth)
        }
        x = (width - self.width) / 2
        y = (height - self.height) / 2
    }
}
