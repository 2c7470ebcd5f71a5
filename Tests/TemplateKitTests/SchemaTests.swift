// The JSON Schema says what the reader takes.

import Testing

@testable import TemplateKit

@Suite("The schema is written from the reader's tables")
struct SchemaTests {
    static func schema(_ catalogue: Catalogue = .music) throws -> JSONNode {
        let outcome = JSONParser.parse(SourceText(file: "s", bytes: Array(Schema.text(for: catalogue).utf8)))
        #expect(outcome.faults == [])
        return try #require(outcome.root)
    }

    static func strings(_ node: JSONNode?) -> [String] {
        guard case .array(let items)? = node?.value else { return [] }
        return items.compactMap(\.string)
    }

    @Test("every object has its keys, and no others are allowed", arguments: Shape.Name.allCases)
    func objects(_ name: Shape.Name) throws {
        let shape = Shape.of(name)
        #expect(!shape.keys.isEmpty)
        let object = try #require(try Self.schema()["$defs"]?[name.rawValue])
        guard case .object(let properties)? = object["properties"]?.value else {
            Issue.record("no properties")
            return
        }
        #expect(properties.map(\.key) == shape.keys.map(\.name))
        #expect(Set(properties.map(\.key)).count == properties.count)
        #expect(object["additionalProperties"]?.value == .bool(false))
        #expect(Self.strings(object["required"]) == shape.keys.filter(\.isRequired).map(\.name))
        #expect(properties.allSatisfy { $0.node["description"]?.string?.hasSuffix(".") == true })
    }

    /// Every list with a limit, wherever it stands.
    private static func lists(_ kind: Shape.Kind) -> [(item: Shape.Kind, range: ClosedRange<Int>)] {
        switch kind {
        case .list(let item, let range?): [(item, range)]
        case .texts(let range): [(.text, range)]
        case .either(let first, let second): lists(first) + lists(second)
        default: []
        }
    }

    private static func arrays(_ node: JSONNode) -> [JSONNode] {
        guard case .array(let alternatives)? = node["anyOf"]?.value else { return [node] }
        return alternatives
    }

    @Test(
        "a list has its limits: of items that may have a condition only the others are counted",
        arguments: Shape.Name.allCases)
    func limits(_ name: Shape.Name) throws {
        let properties = try #require(try Self.schema()["$defs"]?[name.rawValue]?["properties"])
        for key in Shape.of(name).keys {
            let node = try #require(properties[key.name])
            let arrays = Self.arrays(node).filter { $0["type"]?.string == "array" }
            let lists = Self.lists(key.kind)
            for (array, list) in zip(arrays, lists) {
                let most = JSONValue.number(Double(list.range.upperBound))
                let isCounted = array["maxItems"]?.value == most
                let isSifted =
                    array["maxContains"]?.value == most && array["minContains"]?.value == .number(0)
                    && array["contains"]?["$ref"]?.string == "#/$defs/certain"
                #expect(isCounted != isSifted, "\(name) \(key.name)")
                if case .object(let item) = list.item {
                    #expect(isSifted == (Shape.of(item).key("when") != nil), "\(name) \(key.name)")
                }
                #expect(array["minItems"] == nil || list.range.lowerBound > 0)
            }
            if !lists.isEmpty { #expect(arrays.count >= lists.count, "\(name) \(key.name)") }
        }
    }

    @Test("an action that needs one of several things has one, and a custom button says all about itself")
    func needs() throws {
        let definitions = try #require(try Self.schema()["$defs"])
        guard case .array(let actions)? = definitions["action"]?["oneOf"]?.value else {
            Issue.record("no actions")
            return
        }
        let enqueue = try #require(actions.first { $0["properties"]?["do"]?["const"]?.string == "enqueue" })
        guard case .array(let ways)? = enqueue["anyOf"]?.value else {
            Issue.record("enqueue takes nothing")
            return
        }
        #expect(ways.flatMap { Self.strings($0["required"]) } == ["track", "album", "playlist"])
        let button = try #require(definitions["nowPlayingButton"])
        #expect(button["if"]?["properties"]?["button"]?["const"]?.string == "custom")
        #expect(Self.strings(button["then"]?["required"]) == ["name", "title", "icon", "select"])
    }

    @Test("every reference leads somewhere")
    func references() throws {
        let root = try Self.schema()
        guard case .object(let definitions)? = root["$defs"]?.value else { return }
        let names = Set(definitions.map { "#/$defs/" + $0.key })
        var open = [root]
        var found = 0
        while let node = open.popLast() {
            if let reference = node["$ref"]?.string {
                #expect(names.contains(reference))
                found += 1
            }
            switch node.value {
            case .array(let items): open += items
            case .object(let members): open += members.map(\.node)
            default: break
            }
        }
        #expect(found > 50)
    }

    @Test("sources, records and actions are those of the catalogue")
    func catalogue() throws {
        let catalogue = Catalogue(
            sources: [
                SourceDescription("ovens", fields: [:], about: ""),
                SourceDescription("of", arguments: ["a": .key, "b": .key], fields: [:], about: ""),
            ],
            actions: [
                ActionDescription("heat", [.init("to", .number(0...300), isRequired: true)], about: "Heats \"it\".")
            ])
        let definitions = try #require(try Self.schema(catalogue)["$defs"])
        #expect(Self.strings(definitions["source"]?["enum"]) == ["ovens", "of(a)", "of(b)"])
        guard case .array(let actions)? = definitions["action"]?["oneOf"]?.value else { return }
        #expect(
            actions.compactMap { $0["properties"]?["do"]?["const"]?.string } == [
                "open", "back", "nowPlaying", "alert", "sheet", "heat",
            ])
        #expect(actions.last?["description"]?.string == "Heats \"it\".")
        #expect(actions.last.map { Self.strings($0["required"]) } == ["do", "to"])
        #expect(actions.last?["properties"]?["to"]?["maximum"]?.value == .number(300))
    }
}
