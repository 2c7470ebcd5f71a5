// Everything the owner can set. Main thread.

/// The table: a new setting is one entry here, and its phrases in the string catalogue: `setting.KEY`, `setting.KEY.how`
/// where there is more to say, `setting.KEY.WORD` for each word that no other phrase says.
@MainActor
enum SettingTable {
    /// In the order in which screens show them.
    static let all: [Setting] = sound + display + [language]

    static func setting(_ key: String) -> Setting? { all.first { $0.key == key } }

    static func settings(of group: Setting.Group) -> [Setting] { all.filter { $0.group == group } }

    /// The levels that stand under a choice.
    static func levels(under key: String) -> [Setting] {
        all.filter { setting in
            if case .level(_, key) = setting.kind { true } else { false }
        }
    }
}

extension Setting.Kind {
    /// It has a row of its own among those of its group.
    var isRow: Bool {
        switch self {
        case .choice, .screen: true
        case .toggle, .level: false
        }
    }

    var isToggle: Bool { if case .toggle = self { true } else { false } }
}
