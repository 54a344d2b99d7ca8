import Foundation
import RewindSession
import RewindTree
import TestSupport

/// A session of 40 counting actions, written without an app: the state at n is `{"half": n / 2, "isOdd": …, "n": n,
/// "names": ["name 0", …], "title": …}`.
enum Counting {
    static func state(_ seq: Int) -> Tree {
        [
            "n": .integer(Int64(seq)), "half": .integer(Int64(seq / 2)), "isOdd": .bool(seq % 2 == 1),
            "names": Tree(elements: (0..<seq / 10).map { .string("name \($0)") }),
            "title": .string(String(repeating: "A title that never changes. ", count: 10)),
        ]
    }

    static func record(_ seq: Int) -> ActionRecord {
        ActionRecord(
            seq: seq,
            parent: seq - 1,
            at: 1_760_000_000_000_000 + Int64(seq) * 1_000,
            type: seq % 10 == 0 ? "Rename" : "Count",
            payload: ["by": 1, "seq": .integer(Int64(seq))],
            patch: state(seq).patch(from: state(seq - 1)),
            duration: 1_000
        )
    }

    /// Writes a session `a.rewind` of `count` actions.
    static func write(_ count: Int = 40, in folder: TemporaryFolder) throws {
        let writer = try SessionWriter(creating: folder.file("a.rewind"), facts: ["app": "Counter"], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(state(0))
            for seq in 0..<count { try transaction.append(record(seq + 1), state: state(seq + 1)) }
        }
        try writer.close()
    }

    /// Calls `body` with a folder that holds only a session of `count` actions.
    static func session<T>(_ count: Int = 40, _ body: (TemporaryFolder) async throws -> T) async throws -> T {
        let folder = TemporaryFolder()
        try write(count, in: folder)
        return try await body(folder)
    }
}
