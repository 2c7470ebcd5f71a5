// Damage for readers: every cut, and seeded flips.

import TestSupport

/// Calls `body` with every prefix of `bytes`, then with `flips` copies that have one to eight bytes changed, mostly to
/// values that hurt.
func damage(_ bytes: [UInt8], flips: Int = 1500, seed: UInt64 = 1, body: ([UInt8]) throws -> Void) rethrows {
    for count in 0...bytes.count { try body(Array(bytes.prefix(count))) }
    var random = SeededNumbers(seed: seed)
    guard !bytes.isEmpty else { return }
    for _ in 0..<flips {
        var broken = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let place = Int.random(in: 0..<broken.count, using: &random)
            let value = [0, 0xFF, 0x7F, 0x80, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)
            broken[place] = value ?? 0
        }
        try body(broken)
    }
}
