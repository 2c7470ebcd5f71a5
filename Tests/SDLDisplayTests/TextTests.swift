// Real fonts, judged by properties: they differ between Debian 12 and 13.

import Glibc
import Scene
import Synchronization
import TestSupport
import Testing

@testable import SDLDisplay

@Suite("Text")
@MainActor
struct TextTests {
    private let style = TextStyle(size: 32)

    @Test("ink stays inside a frame as wide and as high as measured", arguments: TextSamples.all)
    func inkInside(sample: TextSamples.Sample) throws {
        let stage = try Stage(width: 600, height: 160, language: sample.language)
        stage.fonts.preload(for: sample.text)
        let measuring = FontMeasuring(fonts: stage.fonts)
        for weight in [TextStyle.Weight.regular, .medium, .bold] {
            let style = TextStyle(size: 32, weight: weight)
            let width = measuring.width(of: sample.text, style: style)
            let frame = Frame(x: 100, y: 50, width: width, height: measuring.lineHeight(of: style))
            let picture = stage.draw([.line(TextLine(sample.text, style: style), frame, white)])
            let ink = try #require(picture.ink(threshold: 64), "nothing was drawn")
            // Two pixels of overhang sideways are a letter's own; marks of Vietnamese and Thai rise a little.
            #expect(ink.x >= 98 && ink.right <= frame.right + 2, "\(ink) \(frame)")
            #expect(ink.y >= 50 - 8 && ink.bottom <= frame.bottom + 8, "\(ink) \(frame)")
            #expect(ink.width * 10 >= width * 7, "\(ink.width) of \(width) is drawn")
        }
    }

    @Test("no character of the samples lacks a font", arguments: TextSamples.all)
    func noMissingGlyph(sample: TextSamples.Sample) throws {
        let stage = try Stage(language: sample.language)
        stage.fonts.preload(for: sample.text)
        for run in TextRuns.make(sample.text, style: style, fonts: stage.fonts) {
            #expect(run.choice != .none && run.choice != .pending, "“\(run.text)”")
        }
    }

    @Test("the whole cluster decides: a letter and its marks are never in two fonts")
    func clusters() throws {
        let stage = try Stage()
        for text in ["a\u{301}\u{323}\u{34F}b", "Å\u{325}", "क\u{94D}ष", "é\u{FE0F}"] {
            stage.fonts.preload(for: text)
            let runs = TextRuns.make(text, style: style, fonts: stage.fonts)
            #expect(runs.map(\.text).joined().count == text.count)
            for run in runs {
                let first = try #require(run.text.unicodeScalars.first)
                #expect(!first.properties.isGraphemeExtend)
            }
        }
    }

    @Test("every digit is as wide as every other where cells are equal, and a clock does not jump")
    func equalDigits() throws {
        let measuring = FontMeasuring(fonts: try Stage().fonts)
        for weight in [TextStyle.Weight.regular, .medium, .bold] {
            let style = TextStyle(size: 27, weight: weight, hasEqualDigits: true)
            let widths = Set((0...9).map { measuring.width(of: "\($0)", style: style) })
            #expect(widths.count == 1)
            #expect(
                measuring.width(of: "11:11", style: style) == measuring.width(of: "08:56", style: style))
            #expect(measuring.width(of: "−3:08", style: style) == measuring.width(of: "−1:11", style: style))
        }
        let plain = TextStyle(size: 27)
        #expect(measuring.width(of: "1111", style: plain) < measuring.width(of: "0000", style: plain))
    }

    @Test("a digit stays where it is when its neighbours change")
    func digitsStay() throws {
        let stage = try Stage()
        let style = TextStyle(size: 40, hasEqualDigits: true)
        let frame = Frame(x: 10, y: 10, width: 180, height: 60)
        let first = stage.draw([.line(TextLine("1:18", style: style), frame, white)])
        let second = stage.draw([.line(TextLine("1:08", style: style), frame, white)])
        let cell = FontMeasuring(fonts: stage.fonts).width(of: "8", style: style)
        let last = FontMeasuring(fonts: stage.fonts).width(of: "1:1", style: style) + 10
        var differs = 0
        for y in 10..<70 { for x in last..<last + cell where first[x, y] != second[x, y] { differs += 1 } }
        #expect(differs == 0)
        #expect(first != second)
    }

    @Test("right-to-left text is shaped and ordered: its runs come from right to left, Latin inside stays")
    func rightToLeft() throws {
        let stage = try Stage()
        let text = "שלום Night 123"
        let runs = TextRuns.make(text, style: style, fonts: stage.fonts)
        #expect(runs.first?.text.contains("123") == true)
        #expect(runs.last?.text.contains("שלום") == true)
        #expect(runs.last?.isRightToLeft == true)
        #expect(runs.first { $0.text.contains("Night") }?.isRightToLeft == false)
        // In left-to-right company a Hebrew word is turned alone.
        let inside = TextRuns.make("Radio קול FM", style: style, fonts: stage.fonts)
        #expect(inside.first?.text.contains("Radio") == true)
        #expect(inside.last?.text.contains("FM") == true)
    }

    @Test("Hebrew is drawn from the right: the first letter's ink is on the right side")
    func hebrewInk() throws {
        let stage = try Stage(width: 300)
        let frame = Frame(x: 0, y: 20, width: 300, height: 60)
        // Lamed is the only one of these that rises above the others.
        let picture = stage.draw([.line(TextLine("לאאאאא", style: TextStyle(size: 40)), frame, white)])
        let ink = try #require(picture.ink(threshold: 100))
        let top = Frame(x: ink.x, y: ink.y, width: ink.width, height: 3)
        let left = picture.amount(in: Frame(x: top.x, y: top.y, width: top.width / 2, height: 3))
        let right = picture.amount(in: Frame(x: top.x + top.width / 2, y: top.y, width: top.width / 2, height: 3))
        #expect(right > left * 4)
    }

    @Test("Arabic letters join: a word is narrower than its letters apart")
    func arabicJoins() throws {
        let measuring = FontMeasuring(fonts: try Stage().fonts)
        let word = "بببب"
        let joined = measuring.width(of: word, style: style)
        let apart = measuring.width(of: "ب", style: style) * 4
        #expect(joined > 0 && joined * 10 < apart * 9)
    }

    @Test("visual order reverses by levels, inner before outer")
    func visualOrder() {
        #expect(BidiLevels.visualOrder([0, 1, 0]) == [0, 1, 2])
        #expect(BidiLevels.visualOrder([1, 1, 2, 1]) == [3, 2, 1, 0])
        #expect(BidiLevels.visualOrder([1, 2, 2, 1]) == [3, 1, 2, 0])
        #expect(BidiLevels.visualOrder([]) == [])
    }

    @Test("Han takes the face of its language; kana and hangul say their own")
    func hanFaces() throws {
        func face(_ text: String, _ language: String) throws -> Int? {
            let fonts = try FontBook(files: FontFiles.find(), language: language)
            fonts.preload(for: text)
            for run in TextRuns.make(text, style: style, fonts: fonts) {
                if case .other(let file) = run.choice, file.path.contains("CJK") { return file.face }
            }
            return nil
        }
        #expect(try face("直", "ja") == 0)
        #expect(try face("直", "ko") == 1)
        #expect(try face("直", "zh") == 2)
        #expect(try face("直", "zh_TW") == 3)
        #expect(try face("直", "ru") == 2)
        #expect(try face("夜の川", "zh") == 0)
        #expect(try face("한국", "ja") == 1)
    }

    @Test(
        "what is bold is bold in every script: its ink is heavier", arguments: ["再生", "ラジオ", "둘러보기", "Звук", "Sound"])
    func boldOfEveryScript(text: String) throws {
        let stage = try Stage(width: 400, height: 100, language: "ja")
        stage.fonts.preload(for: text)
        let frame = Frame(x: 10, y: 10, width: 380, height: 80)
        func amount(_ weight: TextStyle.Weight) -> Int {
            stage.draw([.line(TextLine(text, style: TextStyle(size: 40, weight: weight)), frame, white)])
                .amount(in: frame)
        }
        #expect(amount(.bold) * 10 > amount(.regular) * 11)
    }

    @Test("a late font is opened on another thread, tells so, and the text appears then")
    func lateFont() throws {
        let bell = Bell()
        let fonts = try FontBook(files: FontFiles.find(), language: "ja", onChange: { bell.ring() })
        let display = try SurfaceDisplay(options: DisplayOptions(size: .init(width: 300, height: 80)))
        let renderer = CommandRenderer(
            canvas: display.canvas, fonts: fonts, iconFolders: [iconFolder], images: TestImages())
        let line: [DrawCommand] = [
            .line(TextLine("夜の川", style: style), Frame(x: 10, y: 10, width: 200, height: 60), white)
        ]
        let measured = FontMeasuring(fonts: fonts)
        let before = measured.width(of: "夜の川", style: style)
        _ = renderer.draw(line, now: 0)
        #expect(bell.wait())
        #expect(bell.ringer != pthread_self())
        _ = renderer.draw(line, now: 0)
        let picture = Picture(width: 300, height: 80, pixels: display.pixels())
        #expect(picture.ink(threshold: 100) != nil)
        #expect(abs(measured.width(of: "夜の川", style: style) - before) <= 3)
    }

    @Test("lines stand at the left, in the middle and at the right of their frame")
    func alignment() throws {
        let stage = try Stage()
        let frame = Frame(x: 20, y: 20, width: 160, height: 60)
        func ink(_ alignment: TextLine.Alignment) throws -> Frame {
            try #require(
                stage.draw([.line(TextLine("HIH", style: style, alignment: alignment), frame, white)]).ink())
        }
        let (left, middle, right) = (try ink(.leading), try ink(.center), try ink(.trailing))
        #expect(abs(left.x - 20) <= 5)
        #expect(abs(right.right - 180) <= 5)
        #expect(abs(middle.x + middle.right - 200) <= 2)
        // Capitals stand near the middle of the line.
        #expect(abs(left.y + left.bottom - 100) <= 8)
    }

    @Test("the colour is the command's, and alpha fades it")
    func colour() throws {
        let stage = try Stage()
        let frame = Frame(x: 0, y: 0, width: 200, height: 120)
        let block = TextStyle(size: 100, weight: .bold)
        let full = stage.draw([.line(TextLine("▉I", style: block, alignment: .center), frame, red)])
        #expect(full.pixels.contains(0xFFFF_0000))
        #expect(!full.pixels.contains { $0 & 0xFFFF != 0 })
        let faded = stage.draw([
            .line(TextLine("I", style: block), frame, Color(red: 255, green: 255, blue: 255, alpha: 100))
        ])
        let brightest = (0..<200).flatMap { x in (0..<120).map { faded.green(x, $0) } }.max() ?? 0
        #expect(abs(brightest - 100) <= 2)
    }

    @Test("a title of 100 kB is cut before it is shaped, and measures wider than any panel")
    func longTitle() throws {
        let stage = try Stage()
        let measuring = FontMeasuring(fonts: stage.fonts)
        for unit in ["Night ", "夜", "e\u{301}", "שלום ", "👨‍👩‍👧"] {
            let long = String(repeating: unit, count: 100_000 / unit.utf8.count)
            #expect(TextRuns.cut(long).unicodeScalars.count <= TextRuns.scalarLimit)
            #expect(measuring.width(of: long, style: style) > 1000)
            stage.draw([.line(TextLine(long, style: style), Frame(x: 0, y: 0, width: 100, height: 40), white)])
        }
        // One cluster without an end.
        let zalgo = "a" + String(repeating: "\u{301}", count: 50_000)
        #expect(measuring.width(of: zalgo, style: style) >= 0)
    }

    @Test("control characters, lone joiners and private characters do no harm")
    func oddCharacters() throws {
        let stage = try Stage()
        for text in [
            "a\u{0}b\u{7}c", "\u{200D}", "\u{202E}abc\u{202C}", "\n\t\r", "\u{E000}\u{F8FF}", "\u{FFFD}", "\u{10FFFF}",
            " ", "",
        ] {
            stage.draw([.line(TextLine(text, style: style), Frame(x: 0, y: 0, width: 100, height: 40), white)])
        }
        #expect(TextRuns.cleaned("a\tb\r\nc\u{7}d") == "a b  cd")
    }

    @Test("random strings of every script are drawn without harm")
    func randomText() throws {
        let stage = try Stage(
            width: 400,
            budget: {
                var budget = CommandRenderer.Budget(); budget.text = 50_000; return budget
            }())
        var seed: UInt64 = 7
        func next(_ limit: UInt32) -> UInt32 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt32(truncatingIfNeeded: seed >> 33) % limit
        }
        for _ in 0..<120 {
            var text = String.UnicodeScalarView()
            for _ in 0..<next(20) {
                let value = next(4) == 0 ? next(0x2FFFF) : next(0x3000)
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            let style = TextStyle(size: Int(next(60)), weight: .bold, hasEqualDigits: next(2) == 0)
            stage.draw([.line(TextLine(String(text), style: style), Frame(x: 0, y: 0, width: 400, height: 80), white)])
        }
    }

    @Test("sizes without sense are taken as the nearest that has some")
    func oddSizes() throws {
        let measuring = FontMeasuring(fonts: try Stage().fonts)
        #expect(measuring.width(of: "A", style: TextStyle(size: -5)) > 0)
        #expect(measuring.lineHeight(of: TextStyle(size: 100_000)) < 1000)
    }

    @Test("without Inter the text is set in Noto; without any font the error names the packages")
    func missingFonts() throws {
        let folder = TemporaryFolder()
        let noto = folder.path + "/usr/share/fonts/truetype/noto"
        let bytes = try #require(
            SmallFile.read("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf", limit: 8 << 20))
        do {
            _ = try FontFiles.find(root: folder.path, usesFontconfig: false)
            Issue.record("no error")
        } catch {
            #expect(error.code == .fonts)
            #expect(error.message.contains("fonts-inter"))
        }
        #expect(try FontFiles.find(root: folder.path).main[.regular] != nil, "fontconfig knows some font")
        try folder.write(bytes, to: "usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")
        let files = try FontFiles.find(root: folder.path, usesFontconfig: false)
        #expect(files.main[.bold]?.path.hasPrefix(noto) == true)
        let stage = try Stage(files: files)
        let frame = Frame(x: 0, y: 0, width: 200, height: 100)
        #expect(stage.draw([.line(TextLine("Night 夜", style: style), frame, white)]).ink() != nil)
    }

    @Test("a font file that is none is an error with its path")
    func brokenFont() throws {
        let folder = TemporaryFolder()
        try folder.write(Array("no font".utf8), to: "usr/share/fonts/opentype/inter/Inter-Regular.otf")
        let files = try FontFiles.find(root: folder.path, usesFontconfig: false)
        do {
            _ = try FontBook(files: files)
            Issue.record("no error")
        } catch {
            #expect(error.code == .fonts)
            #expect(error.message.contains("Inter-Regular.otf"))
        }
    }

    @Test("a text cache over its budget draws the same picture")
    func smallBudget() throws {
        var budget = CommandRenderer.Budget()
        budget.text = 1
        let small = try Stage(budget: budget)
        let large = try Stage()
        let lines = (0..<4).map { row -> DrawCommand in
            .line(
                TextLine("Row \(row)", style: TextStyle(size: 20)), Frame(x: 0, y: row * 30, width: 200, height: 30),
                white)
        }
        #expect(small.draw(lines) == large.draw(lines))
        #expect(small.draw(lines) == large.draw(lines))
    }
}

/// Rung on another thread, awaited on this one.
final class Bell: Sendable {
    private let rung = Mutex<pthread_t?>(nil)

    func ring() { rung.withLock { $0 = pthread_self() } }

    var ringer: pthread_t? { rung.withLock { $0 } }

    /// Waits for the bell, at most ten seconds.
    func wait() -> Bool {
        for _ in 0..<10_000 {
            if ringer != nil { return true }
            usleep(1000)
        }
        return false
    }
}
