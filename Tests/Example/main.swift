// A whole appliance on the runtime, with its own rows, action and icons: `teapot ICONS PICTURE.png`.

import SDLDisplay
import Scene
import TemplateKit

@MainActor
final class Teapot: StageProgram, RecordProvider {
    private let screens = DocumentReader(
        catalogue: Catalogue(
            sources: [
                SourceDescription("teas", fields: ["name": .text, "minutes": .count], about: "What can be brewed.")
            ],
            actions: [ActionDescription("brew", [.init("tea", .field(.text), isRequired: true)], about: "Brews it.")],
            icons: ["cup"])
    ).read([DocumentFile(path: "root.json", bytes: Array(document.utf8))])

    private static let document = """
        { "template": "list", "title": "Tea", "sections": [ { "rows": {
            "each": "teas", "title": "{name}", "detail": "{minutes} min", "image": "cup",
            "select": { "do": "brew", "tea": "{name}" } } } ] }
        """

    func records(for reference: SourceReference) -> any RecordSource {
        StaticRecords([
            ["name": .text("Sencha"), "minutes": .count(2)], ["name": .text("Assam"), "minutes": .count(4)],
        ])
    }
    func screen(named name: String, parameters: Record) -> (any Screen)? {
        DocumentScreen(name, parameters: parameters, of: screens, provider: self)
    }
    func perform(_ action: Action, token: ActionToken) -> ActionOutcome {
        if case .value(.text(let tea))? = action.arguments["tea"] { print("brewing \(tea)") }
        return .done
    }
    func request(_ request: StageRequest) {}
}

let surface = try SurfaceDisplay(options: DisplayOptions(size: .init(width: 800, height: 480), dpi: 132))
let fonts = try FontBook(files: .find())
let teapot = Teapot()
let stage = Stage(
    metrics: Metrics(width: surface.width, height: surface.height, dpi: surface.dpi), theme: .night,
    strings: StringTable(language: .en), measuring: FontMeasuring(fonts: fonts), program: teapot)
if let root = teapot.screen(named: "root", parameters: [:]) { stage.setRoot(root, at: 0) }
for kind in [.rotate(1), .press(isDown: true), .press(isDown: false)] as [InputEvent.Kind] {
    stage.handle(InputEvent(kind, time: 1))
}
let renderer = CommandRenderer(
    canvas: surface.canvas, fonts: fonts, iconFolders: [CommandLine.arguments[1]], images: NoImages())
_ = renderer.draw(stage.wholeFrame(now: 2).commands, now: 2)
try surface.writePNG(CommandLine.arguments[2])
