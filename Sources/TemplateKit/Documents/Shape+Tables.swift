// The tables of the grammar: every object of a document with its keys. Data; any thread.

extension Shape {
    static let all: [Name: Shape] = {
        let shapes: [(Name, String, String, [Key])] = [
            (.tabBar, "tabBar", "The root: tabs, each with its own stack of screens.", template(tabBarKeys)),
            (.list, "list", "Sections of rows or image rows under a title.", template(listKeys)),
            (.grid, "grid", "Pictures in lines under a title.", template(gridKeys)),
            (.nowPlaying, "nowPlaying", "What is sounding, with its controls.", template(nowPlayingKeys)),
            (.information, "information", "Facts under a title.", template(informationKeys)),
            (.search, "search", "A text field, a keyboard, and what is found.", template(searchKeys)),
            (.message, "message", "One thing to say: first start, scanning, no music.", template(messageKeys)),
            (.alert, "alert", "A question over the screen.", template(alertKeys)),
            (.actionSheet, "actionSheet", "A choice of actions over the screen.", template(sheetKeys)),
            (.notice, "notice", "One line over the mini player for six seconds.", template(noticeKeys)),
            (.tab, "tab", "One tab.", tabKeys), (.header, "header", "The head of an album page.", headerKeys),
            (.section, "section", "Rows or image rows under a header.", sectionKeys),
            (.row, "row", "One row of a list.", rowKeys + conditions),
            (.eachRow, "rows", "A row for each record of a source.", each + rowKeys),
            (.imageRow, "image row", "Pictures side by side.", imageRowKeys),
            (.element, "element", "One picture of an image row.", elementKeys + conditions),
            (.eachElement, "elements", "A picture for each record of a source.", each + elementKeys),
            (.empty, "empty", "What stands in the place of rows when there are none.", emptyKeys),
            (.button, "button", "A button of a bar, a header or a message.", buttonKeys),
            (.rowAction, "row action", "An icon at the end of a row.", rowActionKeys),
            (.toggle, "toggle", "A switch at the end of a row.", toggleKeys),
            (.nowPlayingButton, "button", "A button of Now Playing.", nowPlayingButtonKeys),
            (.modalAction, "action", "An answer in an alert or a sheet.", modalActionKeys),
            (.item, "item", "One picture of a grid.", itemKeys + conditions),
            (.eachItem, "items", "A picture for each record of a source.", each + itemKeys),
            (.headline, "headline", "What the facts come down to.", headlineKeys),
            (.fact, "item", "A label and its value.", factKeys),
        ]
        return Dictionary(
            uniqueKeysWithValues: shapes.map { ($0.0, Shape(name: $0.1, about: $0.2, keys: $0.3)) })
    }()

    private static let limits = TemplateLimits.standard
    /// Rows and sections of one list that stand in the file; those of an `each` have no limit.
    private static let written = 0...1000

    private static func must(_ name: String, _ kind: Kind, _ about: String) -> Key {
        Key(name: name, kind: kind, isRequired: true, about: about)
    }

    private static func may(_ name: String, _ kind: Kind, _ about: String) -> Key {
        Key(name: name, kind: kind, isRequired: false, about: about)
    }

    private static func template(_ keys: [Key]) -> [Key] {
        [
            must("template", .word(Template.Kind.allCases.map(\.rawValue)), "Which template the screen is."),
            may("$schema", .name, "The schema an editor checks by."),
            may(
                "about", .either(.record, .list(.record, 1...4)),
                "The record whose fields the screen shows: \"album(album)\"; or several in a list."),
        ] + keys
    }

    private static let conditions = [
        may("when", .condition, "Shown only while this field says something."),
        may("unless", .condition, "Hidden while this field says something."),
    ]
    private static let each = [
        must("each", .source, "The source of the rows: \"albums\", \"tracksOf(album)\"."),
        may("sort", .sort, "One of the orders the source has."),
    ]
    private static let shapeWord = Kind.word(ImageShape.allCases.map(\.rawValue))

    private static let tabBarKeys = [
        must("tabs", .list(.object(.tab), limits.tabs), "Two to four tabs.")
    ]
    private static let tabKeys = [
        must("title", .text, "Under the icon."), must("icon", .image, "The icon."),
        must("screen", .screen, "The screen at the root of the tab."),
        may("badge", .flag, "A small mark: something new is inside."),
    ]
    private static let listKeys = [
        may("title", .text, "In the bar; required without a header."),
        may("header", .object(.header), "Cover, title, lines and buttons above the rows."),
        must("sections", .list(.object(.section), written), "The sections, in order."),
        may("leadingButtons", .list(.object(.button), limits.barButtons), "On the driver's side of the bar."),
        may("trailingButtons", .list(.object(.button), limits.barButtons), "On the far side of the bar."),
        may("index", .literalFlag, "Letters at the edge."),
        may("empty", .object(.empty), "In the place of rows when there are none."),
        may("loading", .text, "While the rows are not known yet."),
    ]
    private static let headerKeys = [
        must("title", .text, "The title."), may("image", .image, "The cover."),
        may("shape", shapeWord, "How its corners are cut."),
        may("lines", .list(.text, limits.headerLines), "Under the title, at most two."),
        may("buttons", .list(.object(.button), limits.headerButtons), "At most three."),
        may("background", .word(ListHeader.Background.allCases.map(\.rawValue)), "Plain, or from the cover."),
    ]
    private static let sectionKeys =
        [
            may("header", .text, "Above the rows."), may("index", .letter, "One character for the index."),
            may(
                "rows", .either(.list(.object(.row), written), .object(.eachRow)),
                "A list of rows, or one pattern with \"each\"."),
            may("imageRows", .list(.object(.imageRow), written), "Image rows, in the place of rows."),
        ] + conditions
    private static let rowKeys = [
        must("title", .text, "The title."), may("detail", .text, "One more line."),
        may("image", .image, "Before the title."), may("shape", shapeWord, "How its corners are cut."),
        may("round", .flag, "Cuts it to a circle where the shape does not say so: people among other rows."),
        may("number", .text, "A short text in the place of the image."),
        may("accessory", .either(.word(["disclosure", "notHere"]), .image), "At the end; also the name of an icon."),
        may("absent", .flag, "Marks what is on a stick that is not here."),
        may("playing", .flag, "Marks what is playing."),
        may("progress", .number(0...100), "What has been heard of it, in percent."),
        may("enabled", .flag, "Whether it can be pressed."),
        may("actions", .list(.object(.rowAction), limits.rowActions), "Icons at the end, at most two."),
        may("select", .action, "What a press does."), may("toggle", .object(.toggle), "In the place of select."),
        may("value", .text, "A short text at the end."),
    ]
    private static let rowActionKeys =
        [
            must("title", .text, "What it does."), must("icon", .image, "The icon."),
            may("selected", .flag, "Drawn as active."), must("select", .action, "What a press does."),
        ] + conditions
    private static let toggleKeys = [
        must("on", .flag, "How it stands."), must("select", .action, "What a press does."),
    ]
    private static let imageRowKeys =
        [
            may("title", .text, "Above the pictures."),
            may("style", .word(ImageRow.Style.allCases.map(\.rawValue)), "Where the words of the pictures are."),
            may("shape", shapeWord, "How the corners are cut."),
            must(
                "elements", .either(.list(.object(.element), limits.imageRowElements), .object(.eachElement)),
                "A list of pictures, or one pattern with \"each\"."),
            may("select", .action, "What a press on the title does; without it, what \"all\" does."),
            may("all", .action, "What \"All\" behind the last picture does, where there are more than fit."),
        ] + conditions
    private static let elementKeys = [
        must("title", .text, "Under the picture, and its label."), may("detail", .text, "One more line."),
        may("image", .image, "The picture."), may("playing", .flag, "Marks what is playing."),
        may("enabled", .flag, "Whether it can be pressed."), may("select", .action, "What a press does."),
    ]
    private static let gridKeys = [
        must("title", .text, "In the bar."), may("shape", shapeWord, "How the corners of the pictures are cut."),
        must(
            "items", .either(.list(.object(.item), nil), .object(.eachItem)),
            "A list of items, or one pattern with \"each\"."),
        may("leadingButtons", .list(.object(.button), limits.barButtons), "On the driver's side of the bar."),
        may("trailingButtons", .list(.object(.button), limits.barButtons), "On the far side of the bar."),
        may("index", .literalFlag, "Letters at the edge."),
        may("empty", .object(.empty), "In the place of items when there are none."),
        may("loading", .text, "While the items are not known yet."),
    ]
    private static let itemKeys = [
        must("title", .text, "Under the picture."), may("detail", .text, "One more line."),
        may("image", .image, "A cover or an icon."), may("badge", .text, "A short text on the picture."),
        may("progress", .number(0...100), "What has been heard of it, in percent."),
        may("playing", .flag, "Marks what is playing."),
        may("absent", .flag, "Marks what is on a stick that is not here."),
        may("enabled", .flag, "Whether it can be pressed."), may("select", .action, "What a press does."),
    ]
    private static let informationKeys = [
        must("title", .text, "In the bar."), may("headline", .object(.headline), "Above the facts."),
        must("items", .list(.object(.fact), limits.informationItems), "The facts, at most twelve."),
        may("columns", .whole(1...2), "Columns of the facts, where the panel is wide enough."),
        may("buttons", .list(.object(.button), limits.informationButtons), "At the foot, at most three."),
        may("empty", .object(.empty), "In the place of the facts when there are none."),
    ]
    private static let headlineKeys =
        [
            must("title", .text, "The title; without words there is no headline."),
            may("detail", .text, "Some lines."), may("icon", .image, "The icon."),
        ] + conditions
    private static let factKeys =
        [must("label", .text, "What it is."), must("value", .text, "How it is now.")] + conditions
    private static let emptyKeys = [
        must("title", .text, "What is missing."), may("detail", .text, "What can be done."),
        may("icon", .image, "The icon."),
    ]
    private static let buttonKeys =
        [
            must("name", .name, "Its name in the tree."), must("title", .text, "What it is called."),
            may("icon", .image, "The icon."), may("iconOnly", .literalFlag, "Drawn without its title."),
            may("style", .word(Button.Style.allCases.map(\.rawValue)), "How much it asks for attention."),
            may("selected", .flag, "Drawn as active."), may("enabled", .flag, "Whether it can be pressed."),
            must("select", .action, "What a press does."),
        ] + conditions
    private static let nowPlayingKeys = [
        must("title", .text, "The title."), may("artist", .text, "Under it."), may("album", .text, "Under that."),
        may("artistSelect", .action, "What a press on the artist does."),
        may("albumSelect", .action, "What a press on the album does."), may("cover", .image, "The cover."),
        may("position", .field(.duration), "Where in the track we are."),
        may("duration", .field(.duration), "How long the track is."),
        may("seekable", .flag, "Whether the position can be changed."),
        may("status", .text, "In the place of the progress line."),
        must("playing", .flag, "Whether it sounds."),
        may("hasPrevious", .flag, "Whether there is a track before."),
        may("hasNext", .flag, "Whether there is a track behind."),
        may("buttons", .list(nowPlayingButton, limits.nowPlayingButtons), "The line under the transport, at most 5."),
        may("barButtons", .list(nowPlayingButton, limits.nowPlayingBarButtons), "Beside the clock, at most 3."),
    ]
    private static let nowPlayingButton = Kind.either(
        .word(NowPlayingButton.Known.allCases.map(\.rawValue)), .object(.nowPlayingButton))
    private static let nowPlayingButtonKeys =
        [
            must("button", .word(NowPlayingButton.Kind.allCases.map(\.rawValue)), "Which button it is."),
            may("name", .name, "Of a custom button."), may("title", .text, "Of a custom button."),
            may("icon", .image, "In the place of its own."), may("selected", .flag, "Drawn as active."),
            may("level", .whole(0...3), "Its strength, drawn as dots; 0 is off."),
            may("enabled", .flag, "Whether it can be pressed."),
            may("select", .action, "What a press does, in the place of its own."),
        ] + conditions
    private static let searchKeys = [
        must("hint", .text, "In the field while nothing is typed."),
        must("sections", .list(.object(.section), nil), "What is found: \"search(text)\" and its like."),
        may("start", .object(.empty), "In the place of rows while nothing is typed."),
        may("empty", .object(.empty), "In the place of rows when nothing is found; {text} is what was typed."),
        may("loading", .text, "While the rows are not known yet."),
    ]
    private static let messageKeys = [
        may("icon", .image, "The icon."), must("title", .text, "The title."), may("text", .text, "Some lines."),
        may("progress", .either(.word(["endless"]), .number(0...100)), "In percent, or endless."),
        may("buttons", .list(.object(.button), limits.messageButtons), "At most three."),
    ]
    private static let alertKeys = [
        must("title", .texts(limits.titleVariants), "The question, or variants of it."),
        may("text", .text, "Some lines."),
        must("actions", .list(.object(.modalAction), limits.alertActions), "One to three answers."),
    ]
    private static let sheetKeys = [
        must("title", .text, "What it is about."), may("text", .text, "Some lines."),
        must("actions", .list(.object(.modalAction), limits.sheetActions), "One to six actions."),
    ]
    private static let modalActionKeys =
        [
            must("title", .text, "What it does."), may("icon", .image, "The icon."),
            may("style", .word(ModalAction.Style.allCases.map(\.rawValue)), "What kind of answer it is."),
            may("enabled", .flag, "Whether it can be chosen."),
            may("select", .action, "What is done; without it the alert only closes."),
        ] + conditions
    private static let noticeKeys = [
        must("text", .text, "One line."), may("icon", .image, "The icon."),
    ]
}
