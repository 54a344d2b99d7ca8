#if os(macOS) || os(Linux)

import RewindSession
import RewindTree
import RewindTimeline

/// An action as JSON tells of it.
struct ActionEntry: Encodable {
    private let seq, parent: Int
    private let at: Int64
    private let type, coder, status: String
    @OrNull private var payload: Tree?
    @OrNull private var patch: Tree?
    private let duration: Int64?
    private let origin, error: String?
    private let ending: EndingReport?

    /// `ending` is how the recording ended, where the action is its last.
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
