import Foundation
import QiitaServer

extension Failure {
    /// Fails a random share of all requests, from 0 to 1, with a server error status; the same seed fails the same
    /// requests.
    static func sometimes(_ rate: Double, seed: UInt64) -> Failure {
        let chance = Chance(rate: rate, seed: seed)
        return Failure(.status(500, nil)) { _ in chance.hits() }
    }
}

// Its generator is only used under the lock.
private final class Chance: @unchecked Sendable {
    private let rate: Double
    private let lock = NSLock()
    private var random: SeededGenerator

    init(rate: Double, seed: UInt64) {
        self.rate = rate
        random = SeededGenerator(state: seed)
    }

    func hits() -> Bool {
        lock.withLock { Double.random(in: 0..<1, using: &random) < rate }
    }
}
