/// The answers of an exported page that concern all its actions.
struct PartAnswer: Encodable {
    /// All entries of the list.
    struct List: Encodable {
        let folded: Int
        let entries: [Entry]
    }

    enum Entry: Encodable {
        case action(Int)
        case other(RowsAnswer.Entry)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .action(let seq): try seq.encode(to: encoder)
            case .other(let entry): try entry.encode(to: encoder)
            }
        }
    }

    struct Timelines: Encodable {
        let actions, time: TimelineAnswer
    }

    struct Spans: Encodable {
        let actions, time: SpansAnswer?
    }

    struct Durations: Encodable {
        let all: [Int]
        let types: [String: TypeDurations]
        /// The rank of each action among those of its type; 0 if its duration was not measured.
        let ranks: [Int]
    }

    /// A screenshot, as an array of its number and its bytes.
    struct Image: Encodable {
        let id: Int
        let jpeg: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(id)
            try container.encode(jpeg)
        }
    }

    /// The lists without and with folding of minor actions, and the one that is grouped by cause.
    let lists: [List]
    let timelines: Timelines
    let spans: Spans
    let durations: Durations

    var json: [UInt8] {
        var json = DocumentJSON()
        json.append(self)
        return json.bytes
    }
}

extension InspectedSession {
    /// Returns the answers that concern all actions in the columns.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of actions.
    /// - Throws: `SessionError`.
    func part(_ columns: ActionColumns) throws -> PartAnswer {
        let types = columns.types.indices.map { TypeDurations(UInt32($0), in: columns) }
        return PartAnswer(
            lists: try [
                list(ListFilter("", hidden: [], foldsNoise: false)),
                list(ListFilter("", hidden: [], foldsNoise: true)),
                list(ListFilter("", hidden: [], foldsNoise: false, groupsByCause: true)),
            ],
            timelines: .init(actions: timeline(of: .actions, columns), time: timeline(of: .time, columns)),
            spans: .init(actions: spans(of: .actions, columns), time: spans(of: .time, columns)),
            durations: .init(
                all: TypeDurations.ofAll(columns),
                types: Dictionary(uniqueKeysWithValues: zip(columns.types, types)),
                ranks: zip(columns.typeNumbers, columns.durations).map { types[Int($0)].rank(of: $1) ?? 0 }
            )
        )
    }

    private func list(_ filter: ListFilter) throws -> PartAnswer.List {
        guard let list = try entries(filter) else { return PartAnswer.List(folded: 0, entries: []) }
        return PartAnswer.List(
            folded: list.folded,
            entries: try list.entries.map {
                $0.kind == .action ? .action(Int($0.first)) : .other(try entry($0, of: list))
            }
        )
    }

    /// Returns all effects, each by itself; nil if there are none.
    private func spans(of kind: TimeAxis.Kind, _ columns: ActionColumns) -> SpansAnswer? {
        guard let effects, !effects.effects.isEmpty, let axis = axis(kind) else { return nil }
        return SpansAnswer(effects, axis, columns, from: nil, to: nil, columnCount: .max)
    }

    /// Returns the whole timeline, with a bar for each action.
    private func timeline(of kind: TimeAxis.Kind, _ columns: ActionColumns) -> TimelineAnswer {
        let axis = axis(kind) ?? TimeAxis(kind, of: columns)
        return TimelineAnswer(axis, columns, from: nil, to: nil, columnCount: .max, mask: nil)
    }
}
