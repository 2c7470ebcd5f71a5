// The least claim on processor and disk, for threads that may take as long as it takes.

import CEBUR128

/// Priorities of a thread.
public enum IdlePriority {
    /// The calling thread runs and reads when nobody else wants to, as far as the system allows.
    ///
    /// Such a thread may not run for long while it holds a lock: who takes it holds none that others wait for.
    public static func take() { idle_priority_take() }
}
