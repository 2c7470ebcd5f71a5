// Typing into a search, by finger, knob or keyboard. Main thread.

import TemplateKit

extension Stage {
    /// Letters of a keyboard type instead of doing what they are for elsewhere.
    public var takesText: Bool {
        top?.template.kind == .search && modals.isEmpty && volumeOverlay.isPassive && !isMoving
    }

    // MARK: - What is shown

    /// Nothing is typed in a car that moves, by finger, knob or keyboard: what is locked for one hand is for all.
    func hasKeyboard(_ entry: StackEntry) -> Bool { !entry.keyboard.isHidden && !isMoving }

    func searchParts(_ entry: StackEntry) -> SearchParts {
        SearchParts(metrics, letters: alphabet(entry).letters.count, hasKeyboard: hasKeyboard(entry))
    }

    private func alphabet(_ entry: StackEntry) -> Alphabet {
        entry.keyboard.alphabet ?? Alphabet.order(for: strings.language)[0]
    }

    func drawSearch(_ entry: StackEntry, _ template: SearchTemplate, _ state: ViewState, _ picture: inout Picture) {
        let parts = searchParts(entry)
        picture.fill(metrics.bounds, theme.background)
        let letters = shownLetters(entry, parts.grid)
        SearchLayout(
            template: template, parts: parts, letters: letters, nextLabel: nextLabel(entry, parts.grid),
            isLocked: isMoving, clock: clockText, state: state
        ).draw(in: &picture)
        guard !parts.results.isEmpty else { return }
        if isMoving && template.text.isEmpty {
            let words = MessageWords(
                icon: .icon("search"), title: .key("search.moving"), text: nil, isBusy: false, room: parts.results,
                picture)
            let top = parts.results.y + max(0, (parts.results.height - words.height) / 2)
            words.draw(at: top, in: parts.results, now: state.now, &picture)
        } else {
            drawList(of: entry, in: parts.results, state, &picture)
        }
    }

    private func shownLetters(_ entry: StackEntry, _ grid: KeyboardGrid) -> [String] {
        let all = alphabet(entry).letters
        let first = min(entry.keyboard.part, grid.parts - 1) * grid.lettersAPart
        return Array(all[first..<min(first + grid.lettersAPart, all.count)])
    }

    /// The letters that come next: the rest of these, else the next alphabet.
    private func nextLetters(_ entry: StackEntry, _ grid: KeyboardGrid) -> (alphabet: Alphabet, part: Int) {
        let now = alphabet(entry)
        let part = min(entry.keyboard.part, grid.parts - 1) + 1
        if part < grid.parts { return (now, part) }
        let order = Alphabet.order(for: strings.language)
        let place = order.firstIndex(of: now) ?? 0
        return (order[(place + 1) % order.count], 0)
    }

    private func nextLabel(_ entry: StackEntry, _ grid: KeyboardGrid) -> String {
        let next = nextLetters(entry, grid)
        guard next.part > 0 else { return next.alphabet.label }
        return next.alphabet.letters[next.part * grid.lettersAPart] + "…"
    }

    // MARK: - Keys

    /// A key of the screen, by whatever hand.
    func pressKey(_ name: String, at time: Double) {
        guard let top, takesText else { return }
        switch name {
        case "space": type(" ", at: time)
        case "delete": deleteBackward(at: time)
        case "alphabet":
            let next = nextLetters(top, searchParts(top).grid)
            top.keyboard.alphabet = next.alphabet
            top.keyboard.part = next.part
            resultsChanged(of: top, at: time)
        case "done": setKeyboard(hidden: true, at: time)
        default: type(name.lowercased(), at: time)
        }
    }

    /// Puts the keyboard away, or shows it again. The knob goes to what was found, or to the first key.
    func setKeyboard(hidden isHidden: Bool, at time: Double) {
        guard let top, top.template.kind == .search, top.keyboard.isHidden != isHidden else { return }
        top.keyboard.isHidden = isHidden
        resultsChanged(of: top, at: time)
        layout(at: time)
        let map = map(at: time)
        let area: FocusArea = isHidden ? .content : .keyboard
        if let target = map.defaultElement(in: area) {
            focus.move(to: target, at: time, in: map, isShown: false)
        }
        resetRing()
        settleFocus(at: time)
    }

    /// Their pane is another.
    private func resultsChanged(of entry: StackEntry, at time: Double) {
        isDirty = true
        rebuildModel(of: entry, keepingPlace: true, at: time)
        clampScroll(of: entry)
    }

    // MARK: - The text

    func type(_ text: String, at time: Double) {
        guard takesText, case .search(let template) = top?.template else { return }
        let written = text.filter { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
        let longer = template.text.isEmpty ? String(written.drop { $0 == " " }) : template.text + written
        setText(longer, at: time)
    }

    func deleteBackward(at time: Double) {
        guard takesText, case .search(let template) = top?.template, !template.text.isEmpty else { return }
        setText(String(template.text.dropLast()), at: time)
    }

    /// Other rows come for another text, so they are seen from the first on.
    private func setText(_ text: String, at time: Double) {
        guard let top, case .search(let template) = top.template else { return }
        let fitting = String(text.prefix(TemplateLimits.standard.searchCharacters.upperBound))
        guard fitting != template.text else { return }
        top.scroll = Motion(0)
        top.screen.textChanged(fitting)
        top.needsTemplate = true
        needsTemplates = true
        isDirty = true
        update(at: time)
    }
}
