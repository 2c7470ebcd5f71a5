// Buttons side by side: which of them keep their words in so much room. Main thread.

import TemplateKit

/// How much of each button is shown. Whole where they fit; else closer together; else those with an icon lose their
/// words, the primary button last; only then are words cut, and the short ones stay whole.
struct ButtonLine: Hashable {
    struct Piece: Hashable {
        /// Pixels.
        var width: Int
        /// Without them it is an icon alone.
        var hasWords: Bool
        var hasIcon: Bool
        /// Pixels that all of its words ask for.
        var wish: Int
        var isWhole: Bool { !hasWords || width >= wish }
    }

    /// What is given up where there is too little room.
    enum Loss { case words, icons }

    let pieces: [Piece]
    /// Pixels between two of them.
    let gap: Int
    /// Dp between the end of a button and its words.
    let edge: Double

    /// Pixels from the first to the last.
    var width: Int { pieces.reduce(0) { $0 + $1.width } + gap * max(0, pieces.count - 1) }
    /// No words are cut.
    var isWhole: Bool { pieces.allSatisfy(\.isWhole) }
    /// How much is shown: words count twice as much as an icon.
    private var worth: Int {
        pieces.reduce(0) { $0 + ($1.hasWords && $1.isWhole ? 2 : 0) + ($1.hasIcon ? 1 : 0) }
    }

    /// - Parameters:
    ///   - gaps: dp between two buttons, and where room is short
    ///   - loss: whether an icon gives up its words, or words give up their icon
    ///   - areAlone: icons show no words, whatever their buttons ask for
    @MainActor
    init(
        _ buttons: [Button], room: Int, gaps: (wide: Double, close: Double) = (12, 8), loss: Loss = .words,
        areAlone: Bool = false, _ environment: LayoutEnvironment
    ) {
        let airy = Self.pieces(buttons, room, environment.px(gaps.wide), 24, loss, areAlone, environment)
        let wide = Self(pieces: airy, gap: environment.px(gaps.wide), edge: 24)
        let isAllThere = zip(buttons, airy).allSatisfy { button, piece in
            button.isAlone || areAlone && button.icon != nil || piece.hasWords && piece.hasIcon == (button.icon != nil)
        }
        if wide.isWhole, isAllThere {
            self = wide
            return
        }
        let dense = Self.pieces(buttons, room, environment.px(gaps.close), 16, loss, areAlone, environment)
        let close = Self(pieces: dense, gap: environment.px(gaps.close), edge: 16)
        self = close.worth > wide.worth || wide.width > room ? close : wide
    }

    private init(pieces: [Piece], gap: Int, edge: Double) {
        self.pieces = pieces
        self.gap = gap
        self.edge = edge
    }

    @MainActor
    private static func pieces(
        _ buttons: [Button], _ room: Int, _ gap: Int, _ edge: Double, _ loss: Loss, _ areAlone: Bool,
        _ environment: LayoutEnvironment
    ) -> [Piece] {
        func isAlone(_ button: Button) -> Bool { button.isAlone || areAlone && button.icon != nil }
        let least = environment.metrics.target
        let room = room - gap * max(0, buttons.count - 1)
        func wish(_ button: Button, hasIcon: Bool) -> Int {
            environment.wordButtonWidth(environment.string(button.title), hasIcon: hasIcon, edge: edge)
        }
        var pieces = buttons.map { button in
            let whole = wish(button, hasIcon: button.icon != nil)
            return isAlone(button)
                ? Piece(width: least, hasWords: false, hasIcon: true, wish: whole)
                : Piece(width: whole, hasWords: true, hasIcon: button.icon != nil, wish: whole)
        }
        func sum() -> Int { pieces.reduce(0) { $0 + $1.width } }
        // The last first, the primary one last of all.
        let order = buttons.indices.reversed().sorted { buttons[$0].style == .plain && buttons[$1].style == .primary }
        for index in order where sum() > room && pieces[index].hasWords && pieces[index].hasIcon {
            switch loss {
            case .words: pieces[index].width = least
            case .icons:
                pieces[index].wish = wish(buttons[index], hasIcon: false)
                pieces[index].width = pieces[index].wish
            }
            pieces[index].hasWords = loss == .icons
            pieces[index].hasIcon = loss == .words
        }
        // What was given up before somebody else gave up enough is given back.
        for index in order.reversed() where loss == .words && !pieces[index].hasWords && !isAlone(buttons[index]) {
            guard sum() - least + pieces[index].wish <= room else { continue }
            pieces[index].width = pieces[index].wish
            pieces[index].hasWords = true
        }
        if sum() > room { share(room, among: &pieces, least) }
        return pieces
    }

    /// Those that ask for less than an equal share get what they ask for, and leave the rest to the others.
    private static func share(_ room: Int, among pieces: inout [Piece], _ least: Int) {
        let words = pieces.indices.filter { pieces[$0].hasWords }.sorted { pieces[$0].wish < pieces[$1].wish }
        var left = room
        for piece in pieces where !piece.hasWords { left -= piece.width }
        for (place, index) in words.enumerated() {
            pieces[index].width = max(least, min(pieces[index].wish, left / (words.count - place)))
            left -= pieces[index].width
        }
    }
}

extension Button {
    /// Asked for as an icon without words.
    var isAlone: Bool { isIconOnly && icon != nil }
    /// Filled with the accent.
    var isFilled: Bool { style == .primary || isSelected }
}

extension Picture {
    /// A button of a line, as much of it as its piece says.
    /// - Parameters:
    ///   - surface: under an icon alone; nil leaves it on what is there
    ///   - inset: dp that words are lower than what a finger may touch, above and below
    mutating func button(
        _ id: ElementID, _ button: Button, _ piece: ButtonLine.Piece, edge: Double, frame: Frame, area: FocusArea,
        state: ViewState, surface: Color?, iconDp: Double = 34, inset: Double = 2
    ) {
        let title = environment.string(button.title)
        if !piece.hasWords, let icon = button.icon {
            iconButton(
                id, label: title, icon: icon, frame: frame, area: area, state: state, iconDp: iconDp,
                isSelected: button.isSelected, isFilled: button.isFilled && button.isEnabled,
                isEnabled: button.isEnabled, surface: surface)
        } else {
            let isAccent = button.isFilled && button.isEnabled
            wordButton(
                id, title: title, icon: piece.hasIcon ? button.icon : nil, frame: frame, area: area, state: state,
                surface: isAccent ? theme.accent : theme.raised,
                color: isAccent ? theme.accentText : theme.text, isEnabled: button.isEnabled,
                isSelected: button.isSelected, inset: inset, edge: edge)
        }
    }
}
