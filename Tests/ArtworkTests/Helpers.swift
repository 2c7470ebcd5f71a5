// What several tests of pictures need.

@testable import Artwork

/// The largest difference of any channel of two pixels.
func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16, 24].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max()!
}

func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
    guard a.width == b.width, a.height == b.height else { return 256 }
    return zip(a.pixels, b.pixels).map { difference($0, $1) }.max()!
}

/// A picture with a different plain colour in each quarter.
func quarters(_ width: Int, _ height: Int) -> (Int, Int) -> UInt32 {
    { x, y in
        switch (x < width / 2, y < height / 2) {
        case (true, true): 0xC82828
        case (false, true): 0x28B43C
        case (true, false): 0x2D3CC8
        case (false, false): 0xE6D2AA
        }
    }
}

/// The colours in the middle of the four quarters: top left, top right, bottom left, bottom right.
func corners(_ bitmap: Bitmap) -> [UInt32] {
    let (w, h) = (bitmap.width, bitmap.height)
    return [(w / 4, h / 4), (w * 3 / 4, h / 4), (w / 4, h * 3 / 4), (w * 3 / 4, h * 3 / 4)].map {
        bitmap[x: $0.0, y: $0.1] & 0xFFFFFF
    }
}

/// The code with which `work` fails; nil when it does not.
func failure<Result>(_ work: () throws(ArtworkError) -> Result) -> ArtworkError.Code? {
    do throws(ArtworkError) {
        _ = try work()
        return nil
    } catch {
        return error.code
    }
}

/// Why a picture is not decoded; nil when it is.
func refusal(
    _ bytes: [UInt8], targetWidth: Int, targetHeight: Int, limits: ImageLimits = ImageLimits()
) -> ArtworkError.Code? {
    failure { () throws(ArtworkError) in
        try ImageDecoder.decode(bytes, targetWidth: targetWidth, targetHeight: targetHeight, limits: limits)
    }
}
