#if os(macOS) || os(Linux)

import RewindSession
import RewindTree
import RewindTimeline

/// An action in JSON output.
struct ActionEntry: Encodable {
    private let seq, parent: Int
    private let at: Int64
    private let type, coder, status: String
    @OrNull private var payload: Tree?
    @OrNull private var patch: Tree?
    private let duration: Int64?
    private let origin, error: String?
    private let ending: EndingReport?

    /// Creates an entry; `ending` is the end of the recording, for its last action.
    init(_ record: ActionRecord, ending: EndingReport? = nil) {
        (seq, parent, at, type) = (record.seq, record.parent, record.at, record.type)
        (coder, status) = (record.coder.rawValue, record.status.rawValue)
        payload = record.payload
        patch = record.patch?.tree
        (duration, origin, error) = (record.duration, record.origin, record.error)
        self.ending = ending
    }
}

extension Change: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "op": kind.rawValue, "pointer": pointer.description, "from": source?.description, "old": old, "new": new,
        ])
    }
}

#endif
