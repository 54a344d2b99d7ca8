import Foundation
import RewindTimeline
import RewindTree

/// Decodes the states of a session, one after the other. The values of nodes that they share are decoded once.
///
/// Safe to share because its state is only accessed while ``state(_:of:)`` decodes, under `lock`.
final class StateDecoder: DecodingMemory, @unchecked Sendable {
    private struct Known {
        /// The node, retained so that its identity remains unique.
        let node: AnyObject
        let value: Any
    }

    /// The numbers of values to keep, at least and at most.
    private static let capacities = 1 << 12...1 << 17
    /// The number of states whose values are kept even if they share none. A session that is being recorded is read again
    /// after each action, and each reading has nodes of its own.
    private static let states = 4

    private let lock = NSLock()
    private var known = RecentlyUsed<Known>(capacity: capacities.lowerBound)
    /// The number of values that the current state has not shared with earlier ones.
    private var newCount = 0
    private let userInfo: [CodingUserInfoKey: any Sendable]

    init(userInfo: [CodingUserInfoKey: any Sendable]) {
        self.userInfo = userInfo
    }

    /// Returns a state; nil if the tree is not one.
    func state<State: Decodable>(_ type: State.Type, of tree: Tree) -> State? {
        lock.withLock {
            newCount = 0
            defer { known.capacity = min(Self.capacities.upperBound, max(known.capacity, Self.states * newCount)) }
            return try? TreeDecoder(userInfo: userInfo, memory: self).decode(type, from: tree)
        }
    }

    func value<T>(of node: AnyObject, decode: () throws -> T) rethrows -> T {
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(node))
        hasher.combine(ObjectIdentifier(T.self))
        let number = hasher.finalize()
        if let known = known.value(number), known.node === node, let value = known.value as? T { return value }
        let value = try decode()
        newCount += 1
        known.insert(Known(node: node, value: value), bytes: 1, for: number)
        return value
    }
}
