// The templates beside the list. Any thread.

extension Compiler {
    private static let limits = TemplateLimits.standard

    /// The screen has to be there and to have one of these templates. True when it can be opened.
    mutating func checkScreen(_ name: String, at offset: Int, kinds: [Template.Kind]) -> Bool {
        guard let kind = screens[name] else {
            let alone = String(name.dropLast(".json".utf8.count))
            let hint =
                name.hasSuffix(".json") && screens[alone] != nil
                ? "its name alone, \"\(alone)\"" : Nearest.hint(for: name, among: screens.keys)
            log.add(offset, "unknown screen \"\(name.prefix(40))\" (\(hint))")
            return false
        }
        if name == "root" {
            log.add(offset, "\"root\" is the first screen and is not opened again (\"back\" leads to it)")
            return false
        }
        guard let kind, !kinds.contains(kind) else { return true }
        guard !owned.contains(name) else {
            if !clashes.contains(where: { $0.screen == name }) { clashes.append((name, kinds)) }
            return true
        }
        let allowed = kinds.map(\.phrase).joined(separator: ", ")
        let other = ActionDescription.own.first { action in
            action.arguments.contains {
                if case .screen(let kinds) = $0.kind { kinds.contains(kind) } else { false }
            }
        }
        let hint = other.map { "\"do\": \"\($0.name)\" opens it; here \(allowed)" } ?? "here \(allowed)"
        log.add(offset, "screen \"\(name)\" is \(kind.phrase) (\(hint))")
        return false
    }

    mutating func tabs(_ node: JSONNode?, _ scope: FieldScope) -> [TabPattern] {
        var tabs: [TabPattern] = []
        for item in few(node) {
            let title = text(item["title"], scope)
            let icon = image(item["icon"], scope)
            let badge = flag(item["badge"], scope, default: false)
            guard let place = item["screen"], let screen = place.string else { continue }
            guard checkScreen(screen, at: place.offset, kinds: [.list, .grid, .information, .message]) else { continue }
            add(Opening(screen: screen, given: [], offset: place.offset, scope: scope))
            if tabs.contains(where: { $0.screen == screen }) {
                log.add(place.offset, "screen \"\(screen)\" is there twice (each tab its own)")
            }
            guard let title, let icon else { continue }
            tabs.append(TabPattern(title: title, icon: icon, screen: screen, badge: badge))
        }
        return tabs
    }

    mutating func nowPlaying(_ root: JSONNode, _ scope: FieldScope) -> NowPlayingPattern? {
        for (key, other) in [("position", "duration"), ("duration", "position")] {
            if let node = root[key], root[other] == nil {
                log.add(node.offset, "\"\(key)\" without \"\(other)\" (both, or none)")
            }
        }
        let buttons = few(root["buttons"]).compactMap { nowPlayingButton($0, scope) }
        let barButtons = few(root["barButtons"]).compactMap { nowPlayingButton($0, scope) }
        checkCount(buttons.map(\.pattern.condition), Self.limits.nowPlayingButtons, "buttons", at: root["buttons"])
        checkCount(
            barButtons.map(\.pattern.condition), Self.limits.nowPlayingBarButtons, "barButtons",
            at: root["barButtons"])
        checkUnique((buttons + barButtons).map { ($0.pattern.name, $0.pattern.condition, $0.offset) }, "button")
        let title = text(root["title"], scope)
        return NowPlayingPattern(
            title: title ?? TextPattern(pieces: []), artist: text(root["artist"], scope),
            album: text(root["album"], scope), artistSelect: action(root["artistSelect"], scope),
            albumSelect: action(root["albumSelect"], scope), cover: image(root["cover"], scope),
            position: field(root["position"], .duration, scope), duration: field(root["duration"], .duration, scope),
            seekable: flag(root["seekable"], scope, default: true), status: text(root["status"], scope),
            playing: flag(root["playing"], scope, default: false),
            hasPrevious: flag(root["hasPrevious"], scope, default: true),
            hasNext: flag(root["hasNext"], scope, default: true), buttons: buttons.map(\.pattern),
            barButtons: barButtons.map(\.pattern))
    }

    private mutating func nowPlayingButton(
        _ node: JSONNode, _ scope: FieldScope
    ) -> (pattern: NowPlayingButtonPattern, offset: Int)? {
        if let name = node.string {
            guard let known = NowPlayingButton.Known(rawValue: name) else { return nil }
            let pattern = NowPlayingButtonPattern(
                known: known, name: name, icon: ownIcon(of: known, scope), selected: ownState(of: known, scope),
                level: ownLevel(of: known, scope), enabled: ownEnabled(of: known, scope),
                action: defaultAction(of: known, at: node.offset, scope), condition: .always)
            return (pattern, node.offset)
        }
        guard let place = node["button"], let word = place.string, NowPlayingButton.Kind(rawValue: word) != nil
        else { return nil }
        let known = NowPlayingButton.Known(rawValue: word)
        let keys = ["name", "title"]
        if known != nil {
            for key in keys {
                if let node = node[key] {
                    log.add(node.offset, "\"\(key)\" of button \"\(word)\" (only a custom button has one)")
                }
            }
        } else {
            for (key, right) in Shape.customButton where node[key] == nil {
                log.add(node.offset, "custom button without \"\(key)\" (\(right))")
            }
        }
        let press =
            if let known, node["select"] == nil {
                defaultAction(of: known, at: place.offset, scope)
            } else {
                action(node["select"], scope)
            }
        let pattern = NowPlayingButtonPattern(
            known: known, name: known == nil ? node["name"]?.string ?? "" : word, title: text(node["title"], scope),
            icon: image(node["icon"], scope) ?? ownIcon(of: known, scope),
            selected: node["selected"] == nil
                ? known == nil && node["level"] == nil ? nil : ownState(of: known, scope)
                : flag(node["selected"], scope, default: false),
            level: number(node["level"], scope) ?? ownLevel(of: known, scope),
            enabled: node["enabled"] == nil && node["select"] == nil
                ? ownEnabled(of: known, scope) : flag(node["enabled"], scope, default: true),
            action: press, condition: condition(node, scope))
        if known == nil {
            if NowPlayingButton.isTaken(pattern.name), let node = node["name"] {
                log.add(node.offset, "\"\(pattern.name)\" is the name of a known button (another name)")
            }
            guard pattern.title != nil, pattern.icon != nil, pattern.action != nil else { return nil }
        }
        return (pattern, (node["name"] ?? place).offset)
    }

    // A known button that says nothing else shows the state its record publishes under the usual name.

    private func ownState(of button: NowPlayingButton.Known?, _ scope: FieldScope) -> FlagPattern {
        guard let name = button?.stateField, scope.type(of: name) == .flag else { return .constant(false) }
        return .field(name)
    }

    private func ownLevel(of button: NowPlayingButton.Known?, _ scope: FieldScope) -> NumberPattern? {
        guard let name = button?.levelField, scope.type(of: name) == .count else { return nil }
        return .field(name)
    }

    /// What its screen has to be told may not be known yet.
    private func ownEnabled(of button: NowPlayingButton.Known?, _ scope: FieldScope) -> FlagPattern {
        guard let argument = button?.argument, scope.type(of: argument.field) == .key else { return .constant(true) }
        return .field(argument.field)
    }

    private func ownIcon(of button: NowPlayingButton.Known?, _ scope: FieldScope) -> ImagePattern? {
        guard let name = button?.iconField, scope.type(of: name) == .image else { return nil }
        return .field(name)
    }

    mutating func message(_ root: JSONNode, _ scope: FieldScope) -> MessagePattern? {
        let buttons = buttons(root["buttons"], scope, Self.limits.messageButtons, "buttons")
        checkUnique(names(of: buttons, root["buttons"]), "button")
        var progress: MessagePattern.Progress?
        if root["progress"]?.string == "endless" {
            progress = .endless
        } else if !isMisspelt(root["progress"], among: ["endless"], "progress", unless: scope.names(of: [.count])) {
            progress = number(root["progress"], scope, or: ["endless"]).map { .percent($0) }
        }
        let icon = image(root["icon"], scope)
        let lines = longText(root["text"], scope)
        guard let title = text(root["title"], scope) else { return nil }
        return MessagePattern(icon: icon, title: title, text: lines, progress: progress, buttons: buttons)
    }

    mutating func alert(_ root: JSONNode, _ scope: FieldScope) -> ScreenBody? {
        var titles: [TextPattern] = []
        if let title = root["title"] {
            let variants = title.string == nil ? few(title) : [title]
            titles = variants.compactMap { text($0, scope) }
        }
        let lines = longText(root["text"], scope)
        return .alert(
            titles: titles, text: lines, modalActions(root["actions"], scope, Self.limits.alertActions))
    }

    mutating func actionSheet(_ root: JSONNode, _ scope: FieldScope) -> ScreenBody? {
        let lines = longText(root["text"], scope)
        let actions = modalActions(root["actions"], scope, Self.limits.sheetActions)
        guard let title = text(root["title"], scope) else { return nil }
        return .actionSheet(title: title, text: lines, actions)
    }

    mutating func notice(_ root: JSONNode, _ scope: FieldScope) -> ScreenBody? {
        let icon = image(root["icon"], scope)
        guard let line = longText(root["text"], scope) else { return nil }
        return .notice(text: line, icon: icon)
    }

    private mutating func modalActions(
        _ node: JSONNode?, _ scope: FieldScope, _ range: ClosedRange<Int>
    ) -> [ModalActionPattern] {
        var actions: [ModalActionPattern] = []
        var styles: [(String, Condition, Int)] = []
        for item in few(node) {
            let title = text(item["title"], scope)
            let pattern = ModalActionPattern(
                title: title ?? TextPattern(pieces: []), icon: image(item["icon"], scope),
                style: word(item["style"], default: .plain), enabled: flag(item["enabled"], scope, default: true),
                action: action(item["select"], scope), condition: condition(item, scope))
            if pattern.style == .default || pattern.style == .cancel, let style = item["style"] {
                styles.append((pattern.style.rawValue, pattern.condition, style.offset))
            }
            if title != nil { actions.append(pattern) }
        }
        checkCount(actions.map(\.condition), range, "actions", at: node)
        checkUnique(styles, "an action of the style")
        return actions
    }

    /// A text of some lines, whose own words have a limit; fields are cut when they come.
    private mutating func longText(_ node: JSONNode?, _ scope: FieldScope) -> TextPattern? {
        guard let node, let text = text(node, scope) else { return nil }
        let count = text.pieces.reduce(0) { count, piece in
            if case .literal(let literal) = piece { count + literal.count } else { count }
        }
        if count > Self.limits.textCharacters.upperBound {
            log.add(node.offset, "\(count) characters (at most \(Self.limits.textCharacters.upperBound))")
        }
        return text
    }
}
