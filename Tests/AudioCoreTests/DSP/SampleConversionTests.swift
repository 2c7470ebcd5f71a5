import AudioCore
import TestSupport
import Testing

@Suite("samples untouched")
struct SampleConversionTests {
    private func stored(_ words: [UInt32], _ kind: WordKind, _ layout: SampleLayout) -> [UInt8] {
        var bytes = [UInt8](repeating: 0xaa, count: words.count * layout.bytesPerSample + 4)
        bytes.withUnsafeMutableBytes {
            SampleConversion.storeUntouched(
                words, kind: kind, count: words.count, into: $0.baseAddress!, layout: layout)
        }
        #expect(bytes.suffix(4) == [0xaa, 0xaa, 0xaa, 0xaa], "wrote behind the end")
        return Array(bytes.dropLast(4))
    }

    /// The numbers of a word length that show a wrong shift, sign or byte order.
    private func numbers(_ bits: Int) -> [Int32] {
        let highest = Int32(truncatingIfNeeded: (1 << (bits - 1)) - 1)
        let pattern = Int32(truncatingIfNeeded: 0x1234_5678 >> (32 - bits))
        return [0, 1, -1, 2, -2, pattern, -pattern, highest, -highest, -highest - 1]
    }

    @Test(
        "integers reach every layout that holds them bit for bit", arguments: [8, 16, 20, 24, 32],
        SampleLayout.allCases)
    func integers(bits: Int, layout: SampleLayout) {
        guard
            SampleConversion.canPassUntouched(.int32, sourceBits: bits, layout: layout, significantBits: layout.bits)
        else {
            #expect(bits > layout.bits)
            return
        }
        let numbers = numbers(bits)
        let bytes = stored(numbers.map { UInt32(bitPattern: $0 << (32 - bits)) }, .int32, layout)
        for (index, number) in numbers.enumerated() {
            let its = Array(bytes[index * layout.bytesPerSample..<(index + 1) * layout.bytesPerSample])
            #expect(its == expected(number, bits, layout), "\(number)")
        }
    }

    /// The bytes by arithmetic on numbers, not by shifts of words.
    private func expected(_ number: Int32, _ bits: Int, _ layout: SampleLayout) -> [UInt8] {
        func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
            var rest = value < 0 ? value + (1 << (8 * count)) : value
            return (0..<count).map { _ in
                defer { rest /= 256 }
                return UInt8(rest % 256)
            }
        }
        let scale = 1 << (layout.bits - min(bits, layout.bits))
        switch layout {
        case .s16: return littleEndian(Int(number) * scale, 2)
        case .s24in3: return littleEndian(Int(number) * scale, 3)
        case .s24in4, .s32: return littleEndian(Int(number) * scale, 4)
        case .float32:
            let value = Float(Double(number) / Double(1 << (bits - 1)))
            #expect(Double(value) * Double(1 << (bits - 1)) == Double(number), "not exact")
            return littleEndian(Int(value.bitPattern), 4)
        }
    }

    @Test(
        "known bytes of a 24-bit sample",
        arguments: [
            (SampleLayout.s24in3, [0x56, 0x34, 0x92] as [UInt8]), (.s24in4, [0x56, 0x34, 0x92, 0xff]),
            (.s32, [0x00, 0x56, 0x34, 0x92]), (.float32, [0x54, 0x97, 0x5b, 0xbf]),
        ])
    func known(layout: SampleLayout, bytes: [UInt8]) {
        #expect(stored([0x9234_5600], .int32, layout) == bytes)
    }

    @Test("floating-point words reach a floating-point device as they are, whatever they hold")
    func floats() {
        let words: [UInt32] = [0, 0x8000_0000, 0x3f80_0000, 0x7fc0_0001, 0xff80_0000, 1, 0x4120_0000]
        let bytes = stored(words, .float32, .float32)
        #expect(bytes == words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } })
    }

    @Test(
        "what may pass untouched",
        arguments: [
            (.int32, 16, .s16, 16, true), (.int32, 24, .s16, 16, false), (.int32, 16, .s32, 24, true),
            (.int32, 24, .s32, 24, true), (.int32, 32, .s32, 24, false), (.int32, 32, .s32, 32, true),
            (.int32, 24, .s24in4, 20, false), (.int32, nil, .s24in3, 24, false), (.int32, nil, .s32, 32, true),
            (.int32, 24, .float32, 24, true), (.int32, 25, .float32, 32, false), (.float32, nil, .float32, 24, true),
            (.float32, nil, .s32, 32, false), (.float32, 16, .s16, 16, false),
        ] as [(WordKind, Int?, SampleLayout, Int, Bool)])
    func mayPass(kind: WordKind, bits: Int?, layout: SampleLayout, significant: Int, answer: Bool) {
        #expect(
            SampleConversion.canPassUntouched(kind, sourceBits: bits, layout: layout, significantBits: significant)
                == answer)
    }

    private func loaded(_ words: [UInt32], _ kind: WordKind) -> [Double] {
        var samples = [Double](repeating: .nan, count: words.count)
        SampleConversion.load(words, kind: kind, count: words.count, into: &samples)
        return samples
    }

    @Test("words become samples of full scale 1, exactly")
    func load() {
        #expect(
            loaded([0, 1, 0xffff_ffff, 0x7fff_ffff, 0x8000_0000, 0x4000_0000], .int32)
                == [0, 0x1p-31, -0x1p-31, 1 - 0x1p-31, -1, 0.5])
        let floats: [Float] = [0, 1, -1, 0.1, -1.75, 1e-30]
        #expect(loaded(floats.map(\.bitPattern), .float32) == floats.map { Double($0) })
    }

    @Test("damaged floating-point words become silence or a bounded number")
    func damaged() {
        let words = [Float.nan, .signalingNaN, .infinity, -.infinity, 3e38, -3e38].map(\.bitPattern)
        #expect(loaded(words, .float32) == [0, 0, 256, -256, 256, -256])
        var random = SeededNumbers(seed: 5)
        let noise = (0..<10000).map { _ in UInt32.random(in: .min ... .max, using: &random) }
        #expect(loaded(noise, .float32).allSatisfy { abs($0) <= 256 })
    }
}
