// What holds for every layout on every panel.

import Testing

@testable import Scene

@Suite("Layouts")
@MainActor
struct LayoutTests {
    @Test("a 7 inch 1024×600 panel shows five rows, title bar and mini player, and the fifth row whole")
    func fiveRows() throws {
        let harness = try Place.albums.visit(Metrics(width: 1024, height: 600, dpi: 169))
        let rows = harness.tree.elements.filter { $0.role == .row && $0.isFullyVisible }
        #expect(rows.count == 5)
    }

    @Test(
        "dp are those of the panel, and shrink only where less than 560 × 390 would be left",
        arguments: [
            (1024, 600, 160, 1.0), (800, 480, 320, 480.0 / 390), (480, 272, 160, 272.0 / 390),
            (300, 560, 160, 300.0 / 390),
        ])
    func scale(_ width: Int, _ height: Int, _ dpi: Int, _ expected: Double) {
        #expect(abs(Metrics(width: width, height: height, dpi: dpi).scale - expected) < 1e-9)
    }

    @Test(
        "what a finger presses is at least 76 dp each way, on the panel, and covers nothing else", arguments: Panel.all)
    func targets(_ panel: Panel) throws {
        let metrics = panel.metrics
        let least = Int((76 * metrics.scale).rounded(.down))
        let leastKey = Int((64 * metrics.scale).rounded(.down))
        for place in Place.allCases {
            let harness = try place.visit(metrics)
            let targets = harness.tree.elements.filter { $0.area != nil }
            #expect(!targets.isEmpty, "\(place)")
            for target in targets {
                let least = target.role == .key ? leastKey : least
                #expect(
                    target.frame.width >= least && target.frame.height >= least,
                    "\(place): \(target.id) is \(target.frame)")
                let isCut = target.frame.intersection(metrics.bounds) != target.frame
                #expect(!isCut || target.area == .content, "\(place): \(target.id) is \(target.frame)")
            }
            // Words and covers are under no button, but for the cover that is one.
            for still in harness.tree.elements where still.area == nil && still.frame.y < metrics.height * 2 / 3 {
                guard [.text("title"), .text("line0"), .picture("cover")].contains(still.id), place != .volume else {
                    continue
                }
                for target in targets where target.id != .button("album") && target.id != .button("artist") {
                    let overlap = target.visibleFrame.intersection(still.visibleFrame)
                    #expect(overlap.isEmpty, "\(place): \(still.id) \(still.frame) and \(target.id) \(target.frame)")
                }
            }
            let base = place == .volume ? targets.filter { $0.area != .modal } : targets
            for (number, one) in base.enumerated() {
                for other in base[(number + 1)...] {
                    let overlap = one.visibleFrame.intersection(other.visibleFrame)
                    #expect(overlap.isEmpty, "\(place): \(one.id) \(one.frame) and \(other.id) \(other.frame)")
                }
            }
        }
    }

    @Test("text stays inside its place and the panel, and no two lie over each other", arguments: Panel.all)
    func text(_ panel: Panel) throws {
        let metrics = panel.metrics
        let measuring = FixedMeasuring()
        for place in Place.allCases {
            let harness = try place.visit(metrics)
            let paint = PaintedPicture(harness.stage.wholeFrame(now: harness.now).commands, measuring, metrics.bounds)
            for line in paint.lines {
                #expect(
                    line.ink.x >= line.frame.x && line.ink.right <= line.frame.right,
                    "\(place): \(line.text) \(line.ink) in \(line.frame)")
                // A list cuts rows at its edge; sideways nothing may leave the panel but what scrolls there.
                #expect(line.style.size >= metrics.px(18), "\(place): \(line.text)")
            }
            let seen = paint.lines.filter { !$0.visible.isEmpty && !$0.isCovered }
            #expect(!seen.isEmpty && seen.allSatisfy { !$0.under.isEmpty }, "\(place)")
            for (number, one) in seen.enumerated() {
                for other in seen[(number + 1)...] {
                    let overlap = one.visible.intersection(other.visible)
                    #expect(overlap.isEmpty, "\(place): \(one.text) \(one.visible), \(other.text) \(other.visible)")
                }
            }
        }
    }

    @Test("every text can be told from what is under it, and every icon", arguments: [Theme.night, .day])
    func contrast(_ theme: Theme) throws {
        for panel in Panel.all where panel.side == .left {
            for place in Place.allCases {
                let harness = try place.visit(panel.metrics)
                harness.stage.setTheme(theme)
                let picture = harness.stage.wholeFrame(now: harness.now)
                let paint = PaintedPicture(picture.commands, FixedMeasuring(), panel.metrics.bounds)
                for line in paint.lines where !line.visible.isEmpty && !line.isCovered {
                    // What cannot be pressed is drawn faint; it keeps 3 to 1.
                    let least = line.color == theme.control ? 3.0 : 4.5
                    for under in line.under {
                        #expect(
                            line.color.contrast(on: under) >= least,
                            "\(place) \(theme.name): \(line.text) on \(under)")
                    }
                }
                for icon in paint.icons where !icon.isCovered {
                    for under in icon.under {
                        #expect(icon.color.contrast(on: under) >= 3, "\(place) \(theme.name): \(icon.name) on \(under)")
                    }
                }
            }
        }
    }

    @Test("at night nothing larger than 48 dp is brighter than half", arguments: Panel.leftHand)
    func noGlare(_ panel: Panel) throws {
        for place in Place.allCases {
            let harness = try place.visit(panel.metrics)
            for command in harness.stage.wholeFrame(now: harness.now).commands {
                let (frame, colors): (Frame, [Color]) =
                    switch command {
                    case .fill(let frame, let color), .panel(let frame, _, let color): (frame, [color])
                    case .wash(let frame, let top, let bottom): (frame, [top, bottom])
                    default: (.zero, [])
                    }
                guard min(frame.width, frame.height) > panel.metrics.px(48) else { continue }
                #expect(colors.allSatisfy { $0.luminance < 0.5 }, "\(place): \(command)")
            }
        }
    }

    @Test("ids are unique, and each has a name to be called by", arguments: Panel.all)
    func ids(_ panel: Panel) throws {
        for place in Place.allCases {
            let elements = try place.visit(panel.metrics).tree.elements
            #expect(Set(elements.map(\.id.description)).count == elements.count, "\(place)")
            #expect(elements.allSatisfy { !$0.label.isEmpty }, "\(place)")
        }
    }

    @Test("on a mirrored panel the rail, back and the index change sides")
    func mirrored() throws {
        let left = try Place.album.visit(Metrics(width: 1024, height: 600, dpi: 169))
        let right = try Place.album.visit(Metrics(width: 1024, height: 600, dpi: 169, driverSide: .right))
        for id in [ElementID.tab(0), .bar("back"), .bar("more"), .miniNext] {
            let one = try #require(left.element(id)?.frame)
            let other = try #require(right.element(id)?.frame)
            #expect((one.x < 512) == (other.x >= 512), "\(id)")
        }
        let cover = try Place.nowPlaying.visit(Metrics(width: 1024, height: 600, dpi: 169, driverSide: .right))
        #expect(try #require(cover.element(.picture("cover"))?.frame.right) < 512)
    }

    @Test("on a very wide panel the buttons of an album are on the driver's half, beside its words or at the edge")
    func wideHead() throws {
        for side in [DriverSide.left, .right] {
            let harness = try Place.album.visit(Metrics(width: 1920, height: 720, dpi: 167, driverSide: side))
            let button = try #require(harness.element(.button("play"))?.frame)
            let title = try #require(harness.element(.text("title"))?.frame)
            #expect((button.right < 960) == (side == .left))
            #expect(title.right < button.x)
        }
    }

    @Test("letters thin to dots until they fit, and the first and last stay", arguments: 1...60)
    func letters(_ capacity: Int) throws {
        let cells = IndexLayout.thinned(count: 34, capacity: capacity)
        #expect(cells.count <= capacity)
        let letters = cells.compactMap { $0 }
        #expect(letters == letters.sorted() && Set(letters).count == letters.count)
        #expect(letters.first == 0)
        if capacity >= 3 { #expect(letters.last == 33) }
    }
}
