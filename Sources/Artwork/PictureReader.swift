// A picture that comes row by row, so that a large cover is never whole in memory. One worker at a time.

/// An opened picture file. Made, read and dropped by one thread.
protocol PictureReader: AnyObject {
    /// Pixels of what `readRow` gives.
    var width: Int { get }
    var height: Int { get }
    /// Thousandths of the picture that were in the file, as far as the rows read tell; 1000 while all is well.
    var arrivedPermille: Int { get }
    /// Puts the next row, premultiplied 0xAARRGGBB, at `row`, which has room for `width` words; false when nothing
    /// further comes.
    func readRow(into row: UnsafeMutablePointer<UInt32>) -> Bool
}
