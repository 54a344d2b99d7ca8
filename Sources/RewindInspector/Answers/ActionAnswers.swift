#if os(macOS) || os(Linux)

import RewindTree

/// A part of the list.
struct RowsAnswer: Encodable {
    struct Fold: Encodable {
        struct TypeValues: Encodable {
            let type: String
            var values: [ValueAnswer]
        }

        let from, to, count: Int
        let types: [TypeValues]
        let slices: [Int]
    }

    struct Branch: Encodable {
        let from, parent: Int
        let after: Int64?
    }

    enum Entry: Encodable {
        case row(RowAnswer)
        case fold(Fold)
        case branch(from: Int, parent: Int, after: Int64?)

        private enum Key: CodingKey {
            case fold, branch
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .row(let row): try row.encode(to: encoder)
            case .fold(let fold):
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(fold, forKey: .fold)
            case .branch(let from, let parent, let after):
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(Branch(from: from, parent: parent, after: after), forKey: .branch)
            }
        }
    }

    let total, actions, folded, last, from: Int
    let index: Int?
    let rows: [Entry]
}

struct ActionsAnswer: Encodable {
    let rows: [RowAnswer]
}

/// One action whole.
struct ActionAnswer: Encodable, Sendable {
    let row: RowAnswer
    let payload: NodeAnswer?
    let error, callSite: String?
    let decodable: Bool
    let durations: DurationsAnswer?
}

/// How long an action took among others, in nanoseconds.
struct DurationsAnswer: Encodable {
    private static let quantiles = 200

    /// Quantiles, in order.
    let ofType, ofAll: [Int]
    /// Its place among those of its type, the slowest first.
    let rank: Int?
    /// How many of its type were measured.
    let of: Int

    /// - Complexity: O(*n* log *n*) for the actions of the type, and linear in all.
    init(of seq: Int, in columns: ActionColumns) {
        let index = columns.index(of: seq)
        guard columns.durations.indices.contains(index) else {
            (ofType, ofAll, rank, of) = ([], [], nil, 0)
            return
        }
        let type = columns.typeNumbers[index]
        let own = columns.durations[index]
        let same = columns.durations.indices.lazy
            .filter { columns.typeNumbers[$0] == type && columns.durations[$0] >= 0 }
            .map { columns.durations[$0] }.sorted()
        // Of very many, a sample shows how they are spread.
        let all = stride(from: 0, to: columns.count, by: max(1, columns.count / 5_000))
            .map { columns.durations[$0] }.filter { $0 >= 0 }.sorted()
        (ofType, ofAll) = (Self.quantiles(of: same), Self.quantiles(of: all))
        rank = own >= 0 ? same.count - same.partitioningIndex { $0 > own } + 1 : nil
        of = same.count
    }

    private static func quantiles(of sorted: [Float]) -> [Int] {
        guard sorted.count > quantiles else { return sorted.map { Int($0) } }
        return (0..<quantiles).map { Int(sorted[$0 * (sorted.count - 1) / (quantiles - 1)]) }
    }
}

/// A text, as much of it as is given.
struct TextAnswer: Encodable {
    let text: String
    /// How many characters the whole has.
    let length: Int

    init(_ text: String, limit: Int) {
        self.text = text.utf8.count > limit ? String(text.prefix(limit)) : text
        length = text.count
    }
}

#endif
