import RewindSession
import RewindTree

/// A part of a session in the format of an exported page, built action by action.
struct RecordingText {
    /// The metadata of the session and of the page.
    struct Head: Encodable {
        let session: SessionAnswer
        let version: String
        /// The origin of the first state.
        let start: Start
        /// The HTML page in which screens are shown.
        let frame: String
    }

    enum Start: String, Encodable {
        case firstState, pruned, part
    }

    /// A screen: the index of its text, or of the summary of its slices.
    private struct Screen: Encodable {
        let drawn, slices: Int?
    }

    private struct State: Encodable {
        let seq: Int
        let state: Int
        let screen: Screen?
    }

    /// An action: its row, and the indices of the texts with the other data.
    private struct Action: Encodable {
        let row: RowAnswer
        /// The rank of its duration among those of its type.
        let rank: Int?
        let details, diff: Int
        let payload, patch: Int?
        let screen: Screen
    }

    private struct Details: Encodable {
        let payload: NodeAnswer?
        let error, origin: String?
        let decodable: Bool
    }

    private struct Difference: Encodable {
        let count: Int
        let groups: [DiffAnswer.Group]
        let unknown: DiffAnswer.Unknown?
    }

    private var texts = SharedTexts()
    private var states = DocumentJSON()
    private var actions = DocumentJSON()
    private var head = DocumentJSON()

    init(_ head: Head) {
        self.head.append(head)
    }

    /// The number of bytes, without the answers that concern all actions.
    var count: Int {
        parts.reduce(head.bytes.count) { $0 + Self.opening($1.name).count + $1.json.bytes.count + 1 }
    }

    /// The JSON members after those of the head, each an array.
    private var parts: [(name: String, json: DocumentJSON)] {
        [("states", states), ("actions", actions), ("texts", texts.json), ("pieces", texts.pieces)]
    }

    private static func opening(_ name: String) -> [UInt8] { Array(",\"\(name)\":[".utf8) }

    /// Adds a state to which later patches apply. The first one has a screen.
    mutating func add(state: Tree, at seq: Int, screen: ScreenAnswer? = nil) {
        states.append(element: State(seq: seq, state: texts.store(state.text), screen: screen.map { store($0) }))
    }

    /// Adds the next action.
    mutating func add(
        _ record: ActionRecord,
        _ answer: ActionAnswer,
        rank: Int?,
        _ diff: DiffAnswer,
        _ screen: ScreenAnswer
    ) {
        let details = Details(
            payload: answer.payload,
            error: answer.error,
            origin: answer.origin,
            decodable: answer.decodable
        )
        let difference = Difference(count: diff.count, groups: diff.groups, unknown: diff.unknown)
        actions.append(
            element: Action(
                row: answer.row,
                rank: rank,
                details: texts.store(JSONText.of(details)),
                diff: texts.store(JSONText.of(difference)),
                payload: record.payload.map { texts.store($0.text) },
                patch: record.patch.map { texts.store($0.tree.text) },
                screen: store(screen)
            )
        )
    }

    private mutating func store(_ screen: ScreenAnswer) -> Screen {
        Screen(
            drawn: (screen.html ?? screen.text).map { texts.store($0) },
            slices: screen.slices.map { texts.store(JSONText.of($0)) }
        )
    }

    /// Returns the complete JSON, with the answers that concern all actions.
    func bytes(with part: PartAnswer) -> [UInt8] {
        var bytes = Array(head.bytes.dropLast())
        for (name, json) in parts { bytes += Self.opening(name) + json.bytes + [UInt8(ascii: "]")] }
        return bytes + [UInt8(ascii: ",")] + part.json.dropFirst()
    }
}
