import RewindSession
import RewindTree

/// A part of a session as an exported page reads it, made action by action.
struct RecordingText {
    /// An action with what is told of it besides its row.
    private struct Action: Encodable {
        let row: RowAnswer
        let flags: Int?
        /// A bit for each slice that it changed.
        let slices: Int
        let coder: String
        let payload, patch: SharedTexts.Stored?
        let error, origin: String?
        let screen: SharedTexts.Stored?
    }

    private struct State: Encodable {
        let seq: Int
        let state: SharedTexts.Stored
    }

    /// The session with what it is a part of.
    struct Head: Encodable {
        let session: SessionAnswer
        let version: String
        /// What is before the first state.
        let start: Start
        /// The page of a screen.
        let frame: String
    }

    enum Start: String, Encodable {
        case firstState, pruned, part
    }

    private var texts = SharedTexts()
    private var states = DocumentJSON()
    private var actions = DocumentJSON()
    private var screen = DocumentJSON()
    private var head = DocumentJSON()

    init(_ head: Head) {
        self.head.append(head)
    }

    /// How many bytes it has.
    var count: Int {
        head.bytes.count + texts.json.bytes.count + states.bytes.count + actions.bytes.count + screen.bytes.count
            + Self.names.utf8.count
    }

    private static let names = #","screen":,"states":[],"actions":[],"pieces":[]}"#

    /// Adds a state from which others are made.
    mutating func add(state: Tree, at seq: Int) {
        states.append(element: State(seq: seq, state: texts.store(state.text)))
    }

    /// Adds the screen of the first state.
    mutating func add(firstScreen text: String) {
        screen.append(texts.store(text))
    }

    /// Adds the action after the last one.
    mutating func add(
        _ row: RowAnswer,
        _ record: ActionRecord,
        flags: ActionColumns.Flags,
        slices: ActionColumns.Slices,
        screen: String?
    ) {
        actions.append(
            element: Action(
                row: row,
                flags: flags.isEmpty ? nil : Int(flags.rawValue),
                slices: Int(slices.rawValue),
                coder: record.coder.rawValue,
                payload: record.payload.map { texts.store($0.text) },
                patch: record.patch.map { texts.store($0.tree.text) },
                error: record.error,
                origin: record.origin,
                screen: screen.map { texts.store($0) }
            )
        )
    }

    /// All of it as JSON.
    var bytes: [UInt8] {
        var bytes = Array(head.bytes.dropLast())
        if !screen.bytes.isEmpty { bytes += Array(",\"screen\":".utf8) + screen.bytes }
        for (name, part) in [("states", states), ("actions", actions), ("pieces", texts.json)] {
            bytes += Array(",\"\(name)\":[".utf8) + part.bytes + Array("]".utf8)
        }
        return bytes + Array("}".utf8)
    }
}
