// A compiled screen: the parts of its template as patterns. Values; any thread.

/// What a document describes, with its names settled.
enum ScreenBody: Hashable, Sendable {
    case tabBar([TabPattern])
    case list(ListPattern)
    case grid(GridPattern)
    case information(InformationPattern)
    case nowPlaying(NowPlayingPattern)
    case search(SearchPattern)
    case message(MessagePattern)
    case alert(titles: [TextPattern], text: TextPattern?, [ModalActionPattern])
    case actionSheet(title: TextPattern, text: TextPattern?, [ModalActionPattern])
    case notice(text: TextPattern, icon: ImagePattern?)
}

struct TabPattern: Hashable, Sendable {
    var title: TextPattern
    var icon: ImagePattern
    var screen: String
    var badge: FlagPattern
}

struct ListPattern: Hashable, Sendable {
    var title: TextPattern?
    var header: HeaderPattern?
    var sections: [SectionPattern]
    var leadingButtons: [ButtonPattern]
    var trailingButtons: [ButtonPattern]
    var hasIndex: Bool
    var empty: EmptyPattern?
    var loading: TextPattern?
}

struct SearchPattern: Hashable, Sendable {
    var hint: TextPattern
    var sections: [SectionPattern]
    /// While nothing is typed.
    var start: EmptyPattern?
    var empty: EmptyPattern?
    var loading: TextPattern?
}

struct HeaderPattern: Hashable, Sendable {
    var title: TextPattern
    var image: ImagePattern?
    var shape: ImageShape
    var lines: [TextPattern]
    var buttons: [ButtonPattern]
    var background: ListHeader.Background
}

struct EmptyPattern: Hashable, Sendable {
    var title: TextPattern
    var detail: TextPattern?
    var icon: ImagePattern?
}

struct SectionPattern: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case rows([RowPattern])
        case each(EachPattern<RowPattern>)
        case imageRows([ImageRowPattern])
    }

    var header: TextPattern?
    var indexLetter: String?
    var content: Content
    var condition: Condition
}

/// Something for each record of a source.
struct EachPattern<Item: Hashable & Sendable>: Hashable, Sendable {
    /// Tells it from the others of its document, also after the file has changed elsewhere: its place in the order.
    var slot: Int
    var source: SourcePattern
    var item: Item
}

struct RowPattern: Hashable, Sendable {
    enum Leading: Hashable, Sendable {
        case image(ImagePattern, ImageShape)
        case number(TextPattern)
    }
    enum Accessory: Hashable, Sendable {
        case disclosure, notHere
        case icon(ImagePattern)
    }
    enum Press: Hashable, Sendable {
        case select(ActionPattern)
        case toggle(FlagPattern, ActionPattern)
    }
    struct IconAction: Hashable, Sendable {
        var title: TextPattern
        var icon: ImagePattern
        var selected: FlagPattern
        var action: ActionPattern
        var condition: Condition
    }

    var title: TextPattern
    var detail: TextPattern?
    var leading: Leading?
    var round = FlagPattern.constant(false)
    var accessory: Accessory?
    var absent: FlagPattern
    var playing: FlagPattern
    var progress: NumberPattern?
    var enabled: FlagPattern
    var actions: [IconAction]
    var press: Press?
    var value: TextPattern?
    var condition: Condition
}

struct ImageRowPattern: Hashable, Sendable {
    enum Elements: Hashable, Sendable {
        case elements([ElementPattern])
        case each(EachPattern<ElementPattern>)
    }

    var title: TextPattern?
    var style: ImageRow.Style
    var shape: ImageShape
    var elements: Elements
    var select: ActionPattern?
    var all: ActionPattern?
    var condition: Condition
}

struct ElementPattern: Hashable, Sendable {
    var title: TextPattern
    var detail: TextPattern?
    var image: ImagePattern?
    var playing: FlagPattern
    var enabled: FlagPattern
    var select: ActionPattern?
    var condition: Condition
}

struct ButtonPattern: Hashable, Sendable {
    var name: String
    var title: TextPattern
    var icon: ImagePattern?
    var isIconOnly: Bool
    var style: Button.Style
    var selected: FlagPattern
    var enabled: FlagPattern
    var action: ActionPattern
    var condition: Condition
}

struct NowPlayingPattern: Hashable, Sendable {
    var title: TextPattern
    var artist: TextPattern?
    var album: TextPattern?
    var artistSelect: ActionPattern?
    var albumSelect: ActionPattern?
    var cover: ImagePattern?
    var position: String?
    var duration: String?
    var seekable: FlagPattern
    var status: TextPattern?
    var playing: FlagPattern
    var hasPrevious: FlagPattern
    var hasNext: FlagPattern
    var buttons: [NowPlayingButtonPattern]
    var barButtons: [NowPlayingButtonPattern]
}

struct NowPlayingButtonPattern: Hashable, Sendable {
    /// Nil is a custom one, which has name, title, icon and action.
    var known: NowPlayingButton.Known?
    var name: String
    var title: TextPattern?
    var icon: ImagePattern?
    /// Nil for a custom button without a state.
    var selected: FlagPattern?
    var level: NumberPattern?
    var enabled: FlagPattern
    var action: ActionPattern?
    var condition: Condition
}

struct MessagePattern: Hashable, Sendable {
    enum Progress: Hashable, Sendable {
        case endless
        case percent(NumberPattern)
    }

    var icon: ImagePattern?
    var title: TextPattern
    var text: TextPattern?
    var progress: Progress?
    var buttons: [ButtonPattern]
}

struct ModalActionPattern: Hashable, Sendable {
    var title: TextPattern
    var icon: ImagePattern?
    var style: ModalAction.Style
    var enabled: FlagPattern
    var action: ActionPattern?
    var condition: Condition
}
