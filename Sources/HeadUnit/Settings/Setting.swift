// One thing the owner can set: a line of the table of settings. Main thread.

/// What a setting is called, what it can be, and what is done when it is set. Its state is always a *word*: `off`,
/// `light`, `on`, `-3`; documents, `settings.json` and the table know it by the same one.
@MainActor
struct Setting {
    /// The screen whose rows it is among, in the order of the table.
    enum Group {
        case sound, display, language
    }

    enum Kind {
        /// One of a few words, chosen on a screen of its own.
        case choice
        /// `on` or `off`, turned over by a press.
        case toggle
        /// A number that goes up and down by steps. It stands under the choice it belongs to.
        case level(LevelScale, under: String)
        /// What is behind it has a screen of its own.
        case screen(String)
    }

    /// A word that can be chosen, as people read it.
    struct Choice {
        var word: String
        var title: String
        var detail: String?
        /// It cannot be chosen now.
        var isAbsent = false
    }

    /// Names it in documents and files.
    let key: String
    let group: Group
    let kind: Kind
    /// False where the unit has nothing to set: no light behind the panel.
    var isShown: @MainActor (SettingsDesk) -> Bool = { _ in true }
    /// What it is called where it is not the phrase `setting.KEY`.
    var title: (@MainActor (SettingsDesk) -> String)?
    var choices: @MainActor (SettingsDesk) -> [Choice] = { _ in [] }
    /// How it stands.
    var word: @MainActor (SettingsDesk) -> String
    /// The present state for people, where it is none of the choices.
    var shown: (@MainActor (SettingsDesk) -> String)?
    /// Sets it, at once; the word is one of those it can be.
    var apply: @MainActor (SettingsDesk, String) -> SettingOutcome
}

/// The numbers a level can be.
struct LevelScale {
    var range: ClosedRange<Double>
    var step: Double
    /// A number for people.
    var text: @MainActor (Double, SettingsDesk) -> String

    /// The next number of the scale in that direction; the end of the range stops it.
    func moved(_ value: Double, by steps: Double) -> Double {
        let place = value / step
        // From between two steps to the nearer one in that direction.
        let from = steps < 0 ? place.rounded(.up) : place.rounded(.down)
        return min(max((from + steps) * step, range.lowerBound), range.upperBound)
    }
}

/// What became of a setting that was set.
enum SettingOutcome {
    case done
    /// Not possible, and why, for people.
    case refused(String)
    /// It is set when the work has ended well.
    case working(PendingWork)
}

/// Something that was pressed and takes time. It ends once: well, with a reason, or because nobody waits any more.
@MainActor
final class PendingWork {
    private(set) var hasEnded = false
    /// Why it did not end well.
    private(set) var failure: String?
    /// Called at the end; nil when it went well, else why not.
    var onEnd: (@MainActor (_ failure: String?) -> Void)?
    private let cancelling: @MainActor () -> Void

    /// - Parameter cancelling: takes back what can be taken back; called when nobody waits for the end any more.
    init(cancelling: @escaping @MainActor () -> Void = {}) {
        self.cancelling = cancelling
    }

    func end(_ failure: String? = nil) {
        guard !hasEnded else { return }
        hasEnded = true
        self.failure = failure
        onEnd?(failure)
    }

    func cancel() {
        guard !hasEnded else { return }
        hasEnded = true
        cancelling()
    }
}
