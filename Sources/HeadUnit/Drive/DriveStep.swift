// One line of a drive script as a value.

import Scene

/// What a script does next.
enum DriveStep: Equatable {
    case untilReady
    case until(DriveExpectation, seconds: Double)
    case wait(milliseconds: Double)
    case tap(DriveTarget)
    case hold(x: Int, y: Int, milliseconds: Double)
    case drag(fromX: Int, fromY: Int, toX: Int, toY: Int, milliseconds: Double)
    case rotate(ticks: Int, milliseconds: Double)
    case press(milliseconds: Double)
    case nudge(InputEvent.Direction)
    case back
    case key(InputEvent.Key)
    case type(String)
    case theme(String)
    case language(String)
    case moving(Bool)
    case storage(folder: String, isRemoved: Bool)
    case shot(String)
    case tree
    case state
    case expect(DriveExpectation)
}

/// Where a finger goes down.
enum DriveTarget: Equatable {
    case point(x: Int, y: Int)
    /// The first enabled, fully visible element of this label that is not text.
    case label(String)
    case element(String)
}

/// `PATH OP VALUE`.
struct DriveExpectation: Equatable {
    enum Operation: String, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case contains
    }

    var path: DrivePath
    var operation: Operation
    var value: LooseJSON

    /// Whether `found` is as expected; a place that does not exist counts as null.
    func holds(for found: LooseJSON) -> Bool {
        switch operation {
        case .equal: found == value
        case .notEqual: found != value
        case .less: compare(found) { $0 < $1 }
        case .lessOrEqual: compare(found) { $0 <= $1 }
        case .greater: compare(found) { $0 > $1 }
        case .greaterOrEqual: compare(found) { $0 >= $1 }
        case .contains: contains(found)
        }
    }

    private func compare(_ found: LooseJSON, _ order: (Double, Double) -> Bool) -> Bool {
        guard case .number(let left) = found, case .number(let right) = value else { return false }
        return order(left, right)
    }

    private func contains(_ found: LooseJSON) -> Bool {
        switch (found, value) {
        case (.string(let text), .string(let part)): text.contains(part)
        case (.array(let values), _): values.contains(value)
        default: false
        }
    }
}
