#if os(macOS) || os(Linux)

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
        parts.reduce(head.bytes.count) { $0 + Self.opening($1.name).count + $1.json.bytes.count + 1 }
    }

    /// The members behind those of the head, each an array.
    private var parts: [(name: String, json: DocumentJSON)] {
        [("screen", screen), ("states", states), ("actions", actions), ("pieces", texts.json)]
    }

    private static func opening(_ name: String) -> [UInt8] { Array(",\"\(name)\":[".utf8) }

    /// Adds a state from which others are made.
    mutating func add(state: Tree, at seq: Int) {
        states.append(element: State(seq: seq, state: texts.store(state.text)))
    }

    /// Adds the screen of the first state; where there is none, that is left out.
    mutating func add(firstScreen text: String) {
        screen.append(element: texts.store(text))
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
        for (name, json) in parts { bytes += Self.opening(name) + json.bytes + [UInt8(ascii: "]")] }
        return bytes + [UInt8(ascii: "}")]
    }
}

#endif
