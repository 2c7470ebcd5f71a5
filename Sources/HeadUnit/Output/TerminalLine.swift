// One line on a terminal, rewritten in place. A value; whoever shows it.

import Glibc

/// What moves while something is under way; other words come after `clear`.
struct TerminalLine {
    /// False where stderr is no terminal, or nobody wants it.
    let isShown: Bool
    private var last = ""

    init(isShown: Bool) { self.isShown = isShown }

    /// `text` is one line that does nothing to a terminal.
    mutating func show(_ text: String) {
        guard isShown, text != last else { return }
        last = text
        Self.write(text)
    }

    /// Leaves an empty line for other words.
    mutating func clear() {
        guard isShown, !last.isEmpty else { return }
        last = ""
        Self.write("")
    }

    /// In the place of what is there.
    private static func write(_ text: String) {
        var text = "\r\u{1B}[K" + text
        _ = text.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
