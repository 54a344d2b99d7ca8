import Foundation
import RewindSession

/// Compares the stored rows of two sessions: the parent, the type, and the texts of payload and patch. Used from one
/// thread at a time.
final class RowComparison {
    private let a, b: SessionReader
    /// Numbers for type names, by the type's id in each session.
    private let typesOfA, typesOfB: [Int64: Int]
    /// Ids of chunks that have the same content in both sessions.
    private var shared: Set<Int> = []

    init(of a: SessionReader, with b: SessionReader) throws {
        (self.a, self.b) = (a, b)
        var numbers: [String: Int] = [:]
        (typesOfA, typesOfB) = (try Self.types(of: a, &numbers), try Self.types(of: b, &numbers))
    }

    private static func types(of session: SessionReader, _ numbers: inout [String: Int]) throws -> [Int64: Int] {
        try session.typeNamesByID().mapValues { name in
            let number = numbers[name, default: numbers.count]
            numbers[name] = number
            return number
        }
    }

    /// Returns the actions in a range that differ or may differ, in order, up to the first one that a session does not
    /// have.
    ///
    /// - Complexity: Linear in the range.
    /// - Throws: `SessionError`.
    func differing(in range: ClosedRange<Int>) throws -> [Int] {
        let columns: ActionRow.Columns = [.parent, .typeID, .payload, .patch]
        return try a.read { _ in
            try b.read { _ in
                var differing: [Int] = []
                let left = try a.rows(columns, in: range)
                let right = try b.rows(columns, in: range)
                for seq in range {
                    guard let left = try left.next(), left.seq == seq, let right = try right.next(), right.seq == seq
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

    private func areSame(_ left: ActionRow, _ right: ActionRow) throws -> Bool {
        guard let parent = try? left.parent, parent == (try? right.parent),
            let type = left.typeID.flatMap({ typesOfA[$0] }), type == right.typeID.flatMap({ typesOfB[$0] })
        else { return false }
        for column in [ActionRow.Columns.payload, .patch] {
            guard let text = left.text(column), let other = right.text(column) else {
                guard left.isNull(column), right.isNull(column) else { return false }
                continue
            }
            guard text.count == other.count, text.elementsEqual(other) else { return false }
            if ChunkReference.mayBe(in: text) {
                // A session and a copy of it have the same ids for the same chunks.
                let ids = ChunkReference.ids(in: String(decoding: text, as: UTF8.self))
                guard try ids.allSatisfy(isShared) else { return false }
            }
        }
        return true
    }

    private func isShared(_ id: Int) throws -> Bool {
        if shared.contains(id) { return true }
        guard let hash = try a.hash(ofChunk: id), try hash == b.hash(ofChunk: id) else { return false }
        shared.insert(id)
        return true
    }
}
