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

    /// The number of values to keep.
    private static let capacity = 1 << 17

    private let lock = NSLock()
    private var known = RecentlyUsed<Known>(capacity: capacity)
    private let userInfo: [CodingUserInfoKey: any Sendable]

    init(userInfo: [CodingUserInfoKey: any Sendable]) {
        self.userInfo = userInfo
    }

    /// Returns a state; nil if the tree is not one.
    func state<State: Decodable>(_ type: State.Type, of tree: Tree) -> State? {
        lock.withLock { try? TreeDecoder(userInfo: userInfo, memory: self).decode(type, from: tree) }
    }

    func value<T>(of node: AnyObject, decode: () throws -> T) rethrows -> T {
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(node))
        hasher.combine(ObjectIdentifier(T.self))
        let number = hasher.finalize()
        if let known = known.value(number), known.node === node, let value = known.value as? T { return value }
        let value = try decode()
        known.insert(Known(node: node, value: value), bytes: 1, for: number)
        return value
    }
}
