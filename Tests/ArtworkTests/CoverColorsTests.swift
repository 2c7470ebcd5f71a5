// The colours a cover lends to the screen: the right ones, and always legible.

import TestSupport
import Testing

@testable import Artwork

@Suite("Colours of a cover")
struct CoverColorsTests {
    private func bitmap(_ side: Int = 80, _ color: (Int, Int) -> UInt32) -> Bitmap {
        Bitmap(width: side, height: side, pixels: (0..<(side * side)).map { color($0 % side, $0 / side) | 0xFF00_0000 })
    }

    @Test("the background is what most of the cover is, the accent what stands out")
    func backgroundAndAccent() throws {
        let cover = bitmap { x, y in (30..<50).contains(x) && (30..<50).contains(y) ? 0xE03020 : 0x203048 }
        let colors = try #require(CoverColors(of: cover))
        #expect(OKLab(colors.background).distance(to: OKLab(SRGBColor(0x203048))) < 0.02)
        #expect(OKLab(try #require(colors.accent)).distance(to: OKLab(SRGBColor(0xE03020))) < 0.02)
    }

    @Test("a black and white cover has no accent")
    func noAccent() throws {
        let colors = try #require(CoverColors(of: bitmap { x, y in (x / 9 + y / 9) % 2 == 0 ? 0x101010 : 0xF0F0F0 }))
        #expect(colors.accent == nil)
    }

    @Test("a speck of colour is no accent")
    func speck() throws {
        let colors = try #require(CoverColors(of: bitmap { x, y in x == 40 && y == 40 ? 0xFF0000 : 0x808080 }))
        #expect(colors.accent == nil)
    }

    @Test("the border weighs more than the middle")
    func border() throws {
        // The middle has slightly more pixels, the border more weight.
        let colors = try #require(
            CoverColors(of: bitmap(64) { x, y in (8..<56).contains(x) && (8..<56).contains(y) ? 0x8A1C1C : 0x1C6E2A }))
        #expect(OKLab(colors.background).distance(to: OKLab(SRGBColor(0x1C6E2A))) < 0.03)
    }

    @Test("a picture of one pixel has a colour, a transparent one has none")
    func smallest() {
        #expect(
            CoverColors(of: Bitmap(width: 1, height: 1, filledWith: 0xFF33_6699))?.background == SRGBColor(0x336699))
        #expect(CoverColors(of: Bitmap(width: 5, height: 5)) == nil)
    }

    @Test("the same picture gives the same colours")
    func deterministic() {
        var random = SeededNumbers(seed: 99)
        let noise = bitmap { _, _ in UInt32.random(in: 0...0xFFFFFF, using: &random) }
        #expect(CoverColors(of: noise) == CoverColors(of: noise))
    }

    @Test("OKLab agrees with its author's figures and comes back to the same bytes")
    func okLab() {
        // Ottosson's post, table of XYZ examples: white is (1, 0, 0); sRGB red as computed there.
        #expect(OKLab(.white).distance(to: OKLab(lightness: 1, a: 0, b: 0)) < 1e-4)
        #expect(OKLab(SRGBColor(0xFF0000)).distance(to: OKLab(lightness: 0.62796, a: 0.22486, b: 0.12585)) < 1e-4)
        var random = SeededNumbers(seed: 3)
        for _ in 0..<500 {
            let color = SRGBColor(UInt32.random(in: 0...0xFFFFFF, using: &random))
            #expect(OKLab(color).color == color)
        }
    }

    @Test(
        "contrast is WCAG's",
        arguments: [
            (0x000000, 0xFFFFFF, 21.0), (0x777777, 0xFFFFFF, 4.478), (0xFF0000, 0xFFFFFF, 3.998),
            (0x123456, 0x123456, 1),
        ]
            as [(UInt32, UInt32, Double)])
    func contrast(a: UInt32, b: UInt32, ratio: Double) {
        #expect(abs(SRGBColor(a).contrast(with: SRGBColor(b)) - ratio) < 0.001)
        #expect(SRGBColor(b).contrast(with: SRGBColor(a)) == SRGBColor(a).contrast(with: SRGBColor(b)))
    }

    @Test("any colour can be pushed until it is legible on any other, and no further than needed")
    func pushed() {
        var random = SeededNumbers(seed: 17)
        for _ in 0..<1500 {
            let color = SRGBColor(UInt32.random(in: 0...0xFFFFFF, using: &random))
            let background = SRGBColor(UInt32.random(in: 0...0xFFFFFF, using: &random))
            for ratio in [Legibility.text, Legibility.controls] {
                let found = Legibility.pushed(color, on: [background], ratio: ratio)
                #expect(found.contrast(with: background) >= ratio)
                if color.contrast(with: background) >= ratio * 1.02 { #expect(found == color) }
            }
        }
    }

    @Test("on every wash, by day and by night, everything written can be read", arguments: Wash.Light.allCases)
    func washes(light: Wash.Light) {
        var random = SeededNumbers(seed: light == .day ? 21 : 22)
        // The corners of the colour space, then thousands between them.
        let extremes: [UInt32] = [0, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0xFF00FF, 0x00FFFF, 0x808080]
        for index in 0..<3000 {
            func pick(_ at: Int) -> SRGBColor {
                SRGBColor(
                    index < 81 ? extremes[at == 0 ? index / 9 : index % 9] : .random(in: 0...0xFFFFFF, using: &random))
            }
            let colors = CoverColors(background: pick(0), accent: index % 7 == 3 ? nil : pick(1))
            let wash = Wash(colors, light: light, themeAccent: pick(1))
            // Steps that are not the ones the colours were chosen at.
            for step in 0...23 {
                let behind = wash.color(at: Double(step) / 23)
                #expect(wash.text.contrast(with: behind) >= 4.5)
                #expect(wash.secondaryText.contrast(with: behind) >= 4.5)
                #expect(wash.accent.contrast(with: behind) >= 3)
                #expect(light == .night ? behind.luminance < 0.04 : behind.luminance > 0.6)
            }
            #expect(wash.accentText.contrast(with: wash.accent) >= 4.5)
            #expect(wash.text.contrast(with: wash.top) > wash.secondaryText.contrast(with: wash.top))
        }
    }

    @Test("a wash keeps the hue of its cover")
    func hue() {
        let blue = Wash(CoverColors(background: SRGBColor(0x2040C0), accent: nil), light: .night, themeAccent: .white)
        #expect(blue.top.blue > blue.top.red && blue.top.blue > blue.top.green)
        let red = Wash(CoverColors(background: SRGBColor(0xC02020), accent: nil), light: .day, themeAccent: .black)
        #expect(red.top.red > red.top.green && red.top.red > red.top.blue)
    }
}
