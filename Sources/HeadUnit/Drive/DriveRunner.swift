// Carries a script out, line by line. Main thread.

import AudioCore
import Glibc
import Scene
import TemplateKit

/// Runs one script on one session.
@MainActor
struct DriveRunner {
    let script: DriveScript
    let session: DriveSession
    let console: Console
    /// Where pictures go.
    let folder: String

    /// Seconds that a finger rests for a tap.
    private static let tapTime = 0.06
    /// Seconds between two places of a drag.
    private static let dragStep = 0.016

    /// - Throws: the first step that failed: `SCRIPT:LINE: expected … got …`.
    func run() throws(DriveFailure) {
        for line in script.lines {
            do throws(DriveFailure) {
                try perform(line.step)
            } catch {
                throw DriveFailure(message: "\(script.name):\(line.number): \(error.message)")
            }
        }
    }

    private func perform(_ step: DriveStep) throws(DriveFailure) {
        try look()
        switch step {
        case .untilReady: try untilReady()
        case .until(let expectation, let seconds): try until(expectation, seconds)
        case .wait(let milliseconds): try session.advance(milliseconds / 1000)
        case .tap(let target): try tap(target)
        case .hold(let x, let y, let milliseconds): try touch(x, y, seconds: milliseconds / 1000)
        case .drag(let fromX, let fromY, let toX, let toY, let milliseconds):
            try drag(from: (fromX, fromY), to: (toX, toY), seconds: milliseconds / 1000)
        case .rotate(let ticks, let milliseconds):
            for _ in 0..<abs(ticks) {
                try session.send(.rotate(ticks.signum()))
                try session.advance(milliseconds / 1000)
            }
        case .press(let milliseconds):
            try session.send(.press(isDown: true))
            try session.advance(milliseconds / 1000)
            try session.send(.press(isDown: false))
        case .nudge(let direction): try session.send(.nudge(direction))
        case .back: try session.send(.back)
        case .key(let key): try session.send(.key(key))
        case .type(let text):
            guard session.session.stage.takesText else {
                throw DriveFailure(message: "expected a text field to type “\(text)” in, got none")
            }
            try session.send(.text(text))
        case .theme(let name): session.setTheme(name)
        case .language(let code): try setLanguage(code)
        case .moving(let isMoving): try setMoving(isMoving)
        case .storage(let folder, let isRemoved):
            let path = RawPath(folder).absolute.canonical
            isRemoved ? Storage.remove(path) : Storage.restore(path)
            session.services.storageChanged()
            try session.settle()
        case .shot(let name): try shoot(name)
        case .tree: console.result(treeJSON.text)
        case .state: console.result(stateJSON.text)
        case .expect(let expectation):
            guard let found = failure(of: expectation) else { return }
            throw DriveFailure(message: found)
        }
    }

    private func setMoving(_ isMoving: Bool) throws(DriveFailure) {
        session.setMoving(isMoving)
        try session.settle()
    }

    /// Into the folder of pictures, and nowhere that a link in it leads to.
    private func shoot(_ name: String) throws(DriveFailure) {
        var path = RawPath(folder)
        for part in name.split(separator: "/") {
            path = path.appending(String(part))
            var status = stat()
            guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
            throw DriveFailure(message: "shot \(name): \(path.shown) is a link (a name in the folder of --out)")
        }
        try session.shoot(path.shown)
    }

    private func look() throws(DriveFailure) {
        for fault in try session.lookForSaved() { console.error(fault.description) }
    }

    // MARK: - Waiting

    private func untilReady() throws(DriveFailure) {
        for _ in 0..<1000 {
            try session.settle()
            if case .failed(let reason) = session.services.phase { throw DriveFailure(message: reason) }
            if session.services.phase == .ready, !session.services.isScanning { return }
            try session.advance(0.01)
        }
        throw DriveFailure(message: "expected ready, got \(session.services.phase.name)")
    }

    private func until(_ expectation: DriveExpectation, _ seconds: Double) throws(DriveFailure) {
        let end = session.now + seconds
        while let found = failure(of: expectation) {
            guard session.now < end else { throw DriveFailure(message: found) }
            try look()
            try session.advance(0.05)
        }
    }

    // MARK: - Fingers

    private func tap(_ target: DriveTarget) throws(DriveFailure) {
        switch target {
        case .point(let x, let y): try touch(x, y, seconds: Self.tapTime)
        case .label(let label):
            let elements = session.tree.elements.filter { $0.role != .text }
            let labelled = elements.filter { $0.label == label }
            let element = labelled.first { $0.isEnabled && $0.isFullyVisible }
            if element == nil, let hidden = labelled.first {
                let state = hidden.isEnabled ? "in parts" : "disabled"
                throw DriveFailure(message: "expected “\(label)” whole and enabled, got it \(state)")
            }
            try tap(element, "an element labelled “\(label)”", among: elements.map(\.label))
        case .element(let name):
            let names = session.tree.elements.map(\.id.description)
            try tap(session.tree.elements.first { $0.id.description == name }, "the element #\(name)", among: names)
        }
    }

    private func tap(_ element: Element?, _ wanted: String, among all: [String]) throws(DriveFailure) {
        guard let element else {
            let shown = all.filter { !$0.isEmpty }.joined(separator: ", ")
            throw DriveFailure(message: "expected \(wanted), got \(shown)")
        }
        let frame = element.visibleFrame
        try touch(frame.x + frame.width / 2, frame.y + frame.height / 2, seconds: Self.tapTime)
    }

    private func touch(_ x: Int, _ y: Int, seconds: Double) throws(DriveFailure) {
        try session.send(.touch(finger: 0, phase: .began, x: x, y: y))
        try session.advance(seconds)
        try session.send(.touch(finger: 0, phase: .ended, x: x, y: y))
    }

    private func drag(
        from: (x: Int, y: Int), to: (x: Int, y: Int), seconds: Double
    ) throws(DriveFailure) {
        try session.send(.touch(finger: 0, phase: .began, x: from.x, y: from.y))
        let steps = max(1, Int(seconds / Self.dragStep))
        for step in 1...steps {
            try session.advance(seconds / Double(steps))
            let share = Double(step) / Double(steps)
            let x = from.x + Int((Double(to.x - from.x) * share).rounded())
            let y = from.y + Int((Double(to.y - from.y) * share).rounded())
            try session.send(.touch(finger: 0, phase: .moved, x: x, y: y))
        }
        try session.send(.touch(finger: 0, phase: .ended, x: to.x, y: to.y))
    }

    private func setLanguage(_ code: String) throws(DriveFailure) {
        guard let language = Language(rawValue: code) else {
            let codes = Language.allCases.map(\.rawValue).joined(separator: " ")
            throw DriveFailure(message: "expected a language of \(codes), got \(code)")
        }
        session.setLanguage(language)
    }

    // MARK: - Expectations

    /// Nil when it holds, else what was expected and what was got.
    private func failure(of expectation: DriveExpectation) -> String? {
        let root = expectation.path.root == "tree" ? treeJSON : stateJSON
        let json = (try? JSONReading.decode(LooseJSON.self, from: Array(root.text.utf8))) ?? .null
        let found = expectation.path.value(in: json)
        guard !expectation.holds(for: found) else { return nil }
        return "expected \(expectation.path.text) \(expectation.operation.rawValue) \(expectation.value.text), "
            + "got \(found.text)"
    }

    private var treeJSON: JSON { TreeReport(session.tree).json }
    private var stateJSON: JSON { StateReport(services: session.services).json }
}

extension LooseJSON {
    /// The value as JSON.
    var text: String { json.text }

    private var json: JSON {
        switch self {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .number(let number): .number(number, decimals: 6)
        case .string(let text): .string(text)
        case .array(let values): .array(values.map(\.json))
        case .object(let members): .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
        }
    }
}
