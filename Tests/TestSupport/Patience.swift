// How long a test waits for what is sure to come.

extension Duration {
    /// So long only a fault takes: a busy machine turns to a test when a thousand others have had their turns.
    public static var patient: Duration { .seconds(300) }
}
