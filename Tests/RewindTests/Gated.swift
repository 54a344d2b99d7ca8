import Foundation

/// Blocks callers while it is closed.
///
/// Safe to share because every access happens under `condition`.
final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = true
    private var waiting = 0

    func set(open: Bool) {
        condition.withLock {
            isOpen = open
            condition.broadcast()
        }
    }

    func pass() {
        condition.withLock {
            waiting += 1
            condition.broadcast()
            while !isOpen { condition.wait() }
            waiting -= 1
        }
    }

    func waitForVisitor() {
        condition.withLock { while waiting == 0 { condition.wait() } }
    }
}

/// A state whose encoding waits until the gate is open.
struct Gated: Encodable {
    var n: Int
    let gate: Gate
    /// Data that the state does not share with others.
    var ballast: [Int] = []

    private enum CodingKeys: CodingKey { case n, ballast }

    func encode(to encoder: any Encoder) throws {
        gate.pass()
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(n, forKey: .n)
        if !ballast.isEmpty { try container.encode(ballast, forKey: .ballast) }
    }
}
