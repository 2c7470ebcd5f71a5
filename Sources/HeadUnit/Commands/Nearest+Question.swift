// The nearest right word at the end of a line. Pure function.

import TemplateKit

extension Nearest {
    /// `; did you mean rock?`, or nothing where nothing is near.
    static func question(for word: String, among choices: some Sequence<String>) -> String {
        self.word(to: word, among: choices).map { "; did you mean \($0)?" } ?? ""
    }
}
