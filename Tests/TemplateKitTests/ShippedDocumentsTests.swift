// The documents and strings of the checkout.

import FoundationEssentials
import Testing

@testable import TemplateKit

@Suite("The documents in Templates/")
struct ShippedDocumentsTests {
    /// The names of the icons in `Assets/Icons`; nil, and no check, in a tree without that folder.
    static func icons() -> Set<String>? {
        let files = try? FileManager.default.contentsOfDirectory(atPath: Checkout.root + "/Assets/Icons")
        return files.map { Set($0.filter { $0.hasSuffix(".svg") }.map { String($0.dropLast(4)) }) }
    }

    static func catalogue() throws -> Catalogue {
        var catalogue = Catalogue.music
        catalogue.strings = try Checkout.strings().catalogue
        catalogue.icons = icons()
        return catalogue
    }

    @Test("are without a fault, and every screen is reached")
    func noFaults() throws {
        let set = DocumentReader(catalogue: try Self.catalogue()).read(try Checkout.documents())
        #expect(set.faults.map(\.description) == [])
        #expect(set.screens.count == set.names.count)
        let needed: Set = [
            "root", "home", "albums", "album", "artists", "artist", "tracks", "nowPlaying", "queue", "browse", "likes",
            "radio",
        ]
        #expect(needed.subtracting(set.names) == [])
    }

    @Test("make templates without any record, in every language")
    @MainActor
    func emptyScreens() throws {
        let set = DocumentReader(catalogue: try Self.catalogue()).read(try Checkout.documents())
        for screen in set.screens.values {
            let context = ScreenContext(provider: FixedProvider())
            let template = try screen.makeTemplate(context)
            #expect(template.kind == screen.kind)
            #expect(try template == screen.makeTemplate(context), "\(screen.name) is stable")
        }
    }

    @Test("the schema beside them is the one that is generated")
    func schemaIsCurrent() throws {
        let path = Checkout.root + "/Templates/template.schema.json"
        if ProcessInfo.processInfo.environment["CARILLON_WRITE_SCHEMA"] != nil {
            try Data(Schema.text(for: .music).utf8).write(to: URL(filePath: path))
        }
        let text = String(decoding: try Checkout.bytes("Templates/template.schema.json"), as: UTF8.self)
        #expect(text == Schema.text(for: .music))
    }

    @Test("the string catalogue is whole in Russian and English, and nothing in it is stale")
    func strings() throws {
        let (catalogue, faults) = try Checkout.strings()
        #expect(faults.map(\.description) == [])
        #expect(catalogue.missing[.ru] == nil)
        #expect(catalogue.missing[.en] == nil)
        #expect(catalogue.stale == [:])
    }

    @Test("scripts find the English labels they rely on")
    func labels() throws {
        let table = try Checkout.strings().catalogue.table(for: .en)
        let labels = [
            "tab.home": "Home", "tab.albums": "Albums", "tab.browse": "Browse", "tab.radio": "Radio",
            "button.shuffle": "Shuffle", "button.repeat": "Repeat", "button.like": "Like",
            "button.loudness": "Loudness", "button.more": "More", "button.volume": "Volume",
            "button.previous": "Previous", "button.play": "Play", "button.pause": "Pause", "button.next": "Next",
            "button.back": "Back", "button.quality": "Sound quality", "button.upNext": "Up next",
            "nowPlaying": "Now playing",
        ]
        for (key, label) in labels { #expect(table.string(for: .key(key)) == label) }
        for known in NowPlayingButton.Known.allCases {
            #expect(table.phrase("button." + known.rawValue) != nil)
        }
    }
}
