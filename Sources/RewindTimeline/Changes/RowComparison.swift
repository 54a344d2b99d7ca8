import Foundation
import RewindSession

/// Tells by the rows alone which actions of two sessions are the same: parent, type, and the texts of payload and patch.
/// Used from one thread at a time.
final class RowComparison {
    private let a, b: SessionReader
    /// A number for each name of a type, by its number in each of them.
    private let typesOfA, typesOfB: [Int64: Int]
    /// Chunks that have one number and one content in both.
    private var shared: Set<Int> = []

    init(of a: SessionReader, with b: SessionReader) throws {
        (self.a, self.b) = (a, b)
        var numbers: [String: Int] = [:]
        (typesOfA, typesOfB) = (try Self.types(of: a, &numbers), try Self.types(of: b, &numbers))
    }

    private static func types(of session: SessionReader, _ numbers: inout [String: Int]) throws -> [Int64: Int] {
        try session.read { db in
            var types: [Int64: Int] = [:]
            let rows = try db.rows("SELECT id, name FROM action_type")
            while let row = try rows.next() {
                guard let id: Int64 = row.value(0), let name: String = row.value(1) else { continue }
                let number = numbers[name, default: numbers.count]
                numbers[name] = number
                types[id] = number
            }
            return types
        }
    }

    /// The actions in a range that are not the same, or not for certain, in order; up to one that a session does not have.
    ///
    /// - Complexity: linear in the range.
    /// - Throws: `SessionError`.
    func differing(in range: ClosedRange<Int>) throws -> [Int] {
        let columns = "SELECT seq, parent, type, payload, patch FROM action WHERE seq BETWEEN ? AND ? ORDER BY seq"
        let bounds = [range.lowerBound, range.upperBound]
        return try a.read { a in
            try b.read { b in
                var differing: [Int] = []
                let left = try a.rows(columns, bounds)
                let right = try b.rows(columns, bounds)
                for seq in range {
                    guard let left = try left.next(), left.value(0) == seq, let right = try right.next(),
                        right.value(0) == seq
                    else {
                        differing.append(seq)
                        break
                    }
                    if try !areSame(left, right) { differing.append(seq) }
                }
                return differing
            }
        }
    }

    private func areSame(_ left: Row, _ right: Row) throws -> Bool {
        guard let parent: Int64 = left.value(1), parent == right.value(1),
            let type = left.value(2).flatMap({ typesOfA[$0] }), type == right.value(2).flatMap({ typesOfB[$0] })
        else { return false }
        for column in 3...4 {
            guard let text = left.text(column), let other = right.text(column) else {
                guard left.isNull(column), right.isNull(column) else { return false }
                continue
            }
            guard text.count == other.count, text.elementsEqual(other) else { return false }
            if ChunkReference.mayBe(in: text) {
                // Chunks have the same number and content in a session and a copy of it.
                let ids = ChunkReference.ids(in: String(decoding: text, as: UTF8.self))
                guard try ids.allSatisfy(isShared) else { return false }
            }
        }
        return true
    }

    private func isShared(_ id: Int) throws -> Bool {
        if shared.contains(id) { return true }
        guard let hash = try Self.hash(ofChunk: id, in: a), try hash == Self.hash(ofChunk: id, in: b) else {
            return false
        }
        shared.insert(id)
        return true
    }

    /// What says of a chunk what it holds, in any session; nil where there is no such chunk.
    private static func hash(ofChunk id: Int, in session: SessionReader) throws -> Data? {
        try session.read { try $0.fetchOne(Data.self, "SELECT hash FROM chunk WHERE id = ?", [id]) }
    }
}
