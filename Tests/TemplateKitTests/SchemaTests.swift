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
