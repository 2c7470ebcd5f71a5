// The screen as a line of JSON.

import TemplateKit
import Testing

@testable import HeadUnit
@testable import Scene

@Suite("The tree as JSON")
struct TreeReportTests {
    private func json(_ elements: [Element]) -> String {
        TreeReport(
            SceneTree(
                screen: "settings", template: "list", title: "Settings", depth: 2, tab: nil, mode: .touch,
                overlay: nil, theme: "night", language: "en", rowCount: 3, focus: nil, isLoading: false,
                isMoving: false, elements: elements)
        ).json.text
    }

    @Test("the value of a switch is true or false, that of a strength its number, that of a row its text")
    func values() {
        func element(_ role: ElementRole, _ value: String?, isSelected: Bool) -> Element {
            var element = Element(.row(0), role, label: "L", frame: Frame(x: 0, y: 0, width: 9, height: 9))
            element.value = value
            element.isSelected = isSelected
            return element
        }
        #expect(json([element(.toggle, nil, isSelected: true)]).contains(#""value":true"#))
        #expect(json([element(.toggle, nil, isSelected: false)]).contains(#""value":false"#))
        #expect(json([element(.toggle, "2", isSelected: true)]).contains(#""value":"2""#))
        #expect(json([element(.row, "Album", isSelected: true)]).contains(#""value":"Album""#))
        #expect(json([element(.row, nil, isSelected: true)]).contains(#""value":null"#))
    }
}
