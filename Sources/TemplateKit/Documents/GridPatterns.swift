// Compiled grids and information. Values; any thread.

struct GridPattern: Hashable, Sendable {
    enum Items: Hashable, Sendable {
        case items([ItemPattern])
        case each(EachPattern<ItemPattern>)
    }

    var title: TextPattern
    var shape: ImageShape
    var items: Items
    var leadingButtons: [ButtonPattern]
    var trailingButtons: [ButtonPattern]
    var hasIndex: Bool
    var empty: EmptyPattern?
    var loading: TextPattern?
}

struct ItemPattern: Hashable, Sendable {
    var title: TextPattern
    var detail: TextPattern?
    var image: ImagePattern?
    var badge: TextPattern?
    var progress: NumberPattern?
    var playing: FlagPattern
    var absent: FlagPattern
    var enabled: FlagPattern
    var select: ActionPattern?
    var condition: Condition
}

struct InformationPattern: Hashable, Sendable {
    struct Item: Hashable, Sendable {
        var label: TextPattern
        var value: TextPattern
        var condition: Condition
    }

    var title: TextPattern
    var headline: HeadlinePattern?
    var items: [Item]
    var columns: NumberPattern?
    var buttons: [ButtonPattern]
    var empty: EmptyPattern?
}

struct HeadlinePattern: Hashable, Sendable {
    var icon: ImagePattern?
    var title: TextPattern
    var detail: TextPattern?
    var condition: Condition
}
