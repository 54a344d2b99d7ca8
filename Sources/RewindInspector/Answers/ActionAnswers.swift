import RewindSession
import RewindTimeline
import RewindTree

/// A range of the list.
struct RowsAnswer: Encodable {
    struct Fold: Encodable {
        struct TypeValues: Encodable {
            let type: String
            var values: [BriefValue]
        }

        let from, to, count: Int
        let types: [TypeValues]
        let slices: [Int]
    }

    struct Branch: Encodable {
        let from, parent: Int
        let after: Int64?
    }

    /// What an action or effect caused.
    struct Group: Encodable {
        /// The root, if it is an action of the list.
        let row: RowAnswer?
        /// The root, if it is an effect.
        let effect: EffectLine?
        /// The last action.
        let to: Int
        /// The number of actions, without the root.
        let count: Int
        /// The first of these actions, and the number of causes of each.
        let seqs, levels: [Int]
        /// Some of their types.
        let types: [String]
    }

    enum Entry: Encodable {
        case row(RowAnswer)
        case fold(Fold)
        case group(Group)
        case branch(from: Int, parent: Int, after: Int64?)

        private enum Key: CodingKey {
            case fold, group, branch
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .row(let row): try row.encode(to: encoder)
            case .fold(let fold):
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(fold, forKey: .fold)
            case .group(let group):
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(group, forKey: .group)
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

/// An action in full.
struct ActionAnswer: Encodable, Sendable {
    let row: RowAnswer
    let payload: NodeAnswer?
    let error, origin: String?
    let decodable: Bool
    let durations: DurationsAnswer?

    init(_ record: ActionRecord, _ row: RowAnswer, _ durations: DurationsAnswer?) {
        (self.row, self.durations) = (row, durations)
        payload = record.payload.map { NodeAnswer($0) }
        error = record.error
        origin = record.origin
        decodable = record.coder == .codable
    }
}

/// The duration of an action compared with others, in nanoseconds.
struct DurationsAnswer: Encodable {
    /// Quantiles, in ascending order.
    let ofType, ofAll: [Int]
    /// The rank among the actions of its type, slowest first.
    let rank: Int?
    /// The number of measured actions of its type.
    let of: Int

    init(of seq: Int, in columns: ActionColumns) {
        guard columns.contains(seq) else {
            ofType = []
            ofAll = []
            rank = nil
            of = 0
            return
        }
        let index = columns.index(of: seq)
        let durations = TypeDurations(columns.typeNumbers[index], in: columns)
        ofType = durations.ofType
        ofAll = TypeDurations.ofAll(columns)
        of = durations.of
        rank = durations.rank(of: columns.durations[index])
    }
}

/// The durations of the actions of a type, in nanoseconds.
struct TypeDurations: Encodable {
    private static let mostQuantiles = 200

    /// Quantiles, in ascending order.
    let ofType: [Int]
    /// The number of measured actions.
    var of: Int { sorted.count }
    private let sorted: [Float]

    /// Reads the durations of the actions of a type.
    ///
    /// - Complexity: O(*n* log *n*) for *n* actions of the type, and linear in all actions.
    init(_ type: UInt32, in columns: ActionColumns) {
        sorted = columns.durations.indices.lazy
            .filter { columns.typeNumbers[$0] == type && columns.durations[$0] >= 0 }
            .map { columns.durations[$0] }.sorted()
        ofType = Self.quantiles(of: sorted)
    }

    /// Returns the rank of a duration, slowest first; nil if it was not measured.
    func rank(of duration: Float) -> Int? {
        duration >= 0 ? sorted.count - sorted.partitioningIndex { $0 > duration } + 1 : nil
    }

    /// Returns the quantiles of all actions, from a sample if there are many.
    static func ofAll(_ columns: ActionColumns) -> [Int] {
        quantiles(
            of: stride(from: 0, to: columns.count, by: max(1, columns.count / 5_000))
                .map { columns.durations[$0] }.filter { $0 >= 0 }.sorted()
        )
    }

    private static func quantiles(of sorted: [Float]) -> [Int] {
        guard sorted.count > mostQuantiles else { return sorted.map { Int($0) } }
        return (0..<mostQuantiles).map { Int(sorted[$0 * (sorted.count - 1) / (mostQuantiles - 1)]) }
    }

    private enum Key: CodingKey {
        case ofType, of
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(ofType, forKey: .ofType)
        try container.encode(of, forKey: .of)
    }
}

/// A text, possibly truncated.
struct TextAnswer: Encodable {
    let text: String
    /// The number of characters in the whole text.
    let length: Int

    init(_ text: String, limit: Int) {
        self.text = text.utf8.count > limit ? String(text.prefix(limit)) : text
        length = text.count
    }
}
