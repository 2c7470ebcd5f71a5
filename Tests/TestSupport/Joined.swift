// Fixtures of bytes out of their parts.

/// The parts, one behind the other; what a chain of `+` says, at no cost to the type checker however many there are.
public func joined(_ parts: [UInt8]...) -> [UInt8] {
    Array(parts.joined())
}
