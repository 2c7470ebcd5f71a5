// A value; any thread.

/// Why a format is refused, without the path.
struct Refusal: Error, Equatable {
    var message: String

    init(_ message: String) { self.message = message }
}
