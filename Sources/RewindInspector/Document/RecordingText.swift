import RewindAnswers
import RewindSession
import RewindTimeline
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

    /// The arrays with an element for each action; those of states and screens begin with the first state. The last two
    /// have one for each effect and screenshot.
    private enum Column: String, CaseIterable {
        case rows, records, details, diffs, states, screens, chains, effects, screenshots
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
    private var columns: [Column: DocumentJSON] = [:]
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
        Column.allCases.map { ($0.rawValue, columns[$0] ?? DocumentJSON()) }
            + [("texts", texts.json), ("pieces", texts.pieces)]
    }

    private static func opening(_ name: String) -> [UInt8] { Array(",\"\(name)\":[".utf8) }

    private mutating func append(_ element: some Encodable, to column: Column) {
        columns[column, default: DocumentJSON()].append(element: element)
    }

    /// Adds the first state, or the state after the action that was added last.
    mutating func add(_ state: Tree, _ screen: ScreenAnswer) {
        append(texts.store(state), to: .states)
        append(texts.store(JSONText.of(screen)), to: .screens)
    }

    /// Adds the next action.
    mutating func add(_ record: ActionRecord, _ answer: ActionAnswer, _ diff: DiffAnswer) throws {
        let details = Details(
            payload: answer.payload,
            error: answer.error,
            origin: answer.origin,
            decodable: answer.decodable
        )
        let difference = Difference(count: diff.count, groups: diff.groups, unknown: diff.unknown)
        var encoder = TreeEncoder()
        append(answer.row, to: .rows)
        append(texts.store(try encoder.encode(RecordedAction(record))), to: .records)
        append(texts.store(JSONText.of(details)), to: .details)
        append(texts.store(JSONText.of(difference)), to: .diffs)
    }

    /// Adds the causes of the action that was added last.
    mutating func add(_ chain: Why.Answer) throws {
        var encoder = TreeEncoder.abbreviating
        append(texts.store(JSONText.of(try encoder.encode(chain))), to: .chains)
    }

    mutating func add(_ effect: EffectAnswer) {
        append([effect.effect.id, texts.store(JSONText.of(effect))], to: .effects)
    }

    mutating func add(_ screenshot: ScreenshotAnswer, id: Int) {
        append(PartAnswer.Image(id: id, jpeg: screenshot.jpeg), to: .screenshots)
    }

    /// Returns the complete JSON, with the answers that concern all actions.
    func bytes(with part: PartAnswer) -> [UInt8] {
        var bytes = Array(head.bytes.dropLast())
        for (name, json) in parts { bytes += Self.opening(name) + json.bytes + [UInt8(ascii: "]")] }
        return bytes + [UInt8(ascii: ",")] + part.json.dropFirst()
    }
}
