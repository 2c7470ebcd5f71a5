// Where the bits of a sample lie in each layout: one small type a layout. Output thread.

/// Writes left-justified integers in one layout. Little-endian machines only, as every machine we build for is.
protocol SampleWriter {
    /// Writes `sample` (bit 31 is its sign) as number `index` of `destination`; bits below the layout's are cut off.
    static func put(_ sample: Int32, at index: Int, in destination: UnsafeMutableRawPointer)
}

enum Signed16: SampleWriter {
    @inline(__always)
    static func put(_ sample: Int32, at index: Int, in destination: UnsafeMutableRawPointer) {
        destination.assumingMemoryBound(to: Int16.self)[index] = Int16(truncatingIfNeeded: sample >> 16)
    }
}

enum Signed24In3: SampleWriter {
    @inline(__always)
    static func put(_ sample: Int32, at index: Int, in destination: UnsafeMutableRawPointer) {
        let bytes = destination.assumingMemoryBound(to: UInt8.self) + 3 * index
        bytes[0] = UInt8(truncatingIfNeeded: sample >> 8)
        bytes[1] = UInt8(truncatingIfNeeded: sample >> 16)
        bytes[2] = UInt8(truncatingIfNeeded: sample >> 24)
    }
}

enum Signed24In4: SampleWriter {
    @inline(__always)
    static func put(_ sample: Int32, at index: Int, in destination: UnsafeMutableRawPointer) {
        destination.assumingMemoryBound(to: Int32.self)[index] = sample >> 8
    }
}

enum Signed32: SampleWriter {
    @inline(__always)
    static func put(_ sample: Int32, at index: Int, in destination: UnsafeMutableRawPointer) {
        destination.assumingMemoryBound(to: Int32.self)[index] = sample
    }
}

/// Integers of up to 24 bits as floating point, which holds them exactly.
enum Float24: SampleWriter {
    @inline(__always)
    static func put(_ sample: Int32, at index: Int, in destination: UnsafeMutableRawPointer) {
        destination.assumingMemoryBound(to: Float.self)[index] = Float(sample) * 0x1p-31
    }
}
