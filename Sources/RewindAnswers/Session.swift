import Foundation
import RewindSession
@_exported public import RewindTimeline
import RewindTree

/// A recorded session, for a test, a script or an app's own command.
///
/// ```swift
/// let session = try Session(opening: url)
/// for action in try session.answer(Log(types: ["Set*"])).actions { print(action.seq, action.type) }
/// let error = try session.answer(Blame("/articleDetail/error")).write
/// let state = try session.value(at: session.lastSeq)?.decode(AppState.self)
/// ```
///
/// A state is identified by its seq: 0 is the initial state, and *n* the state right after action *n*. A value in a
/// state is identified by a `JSONPointer`; `""` is the whole state.
///
/// The session is read as it was when it was opened, even while an app records into it. Use it from one thread at a
/// time. Its errors are `RecordedSessionError`s.
public final class Session {
    package let timeline: Timeline
    /// Called before each step of a question that takes long. An error that it throws ends the question.
    package var onProgress: (Progress) throws -> Void = { _ in }
    package var conditions = ConditionCache()
    private var cursorBranch: CursorBranch?
    /// Compiles the regular expression of a question.
    package var expression: (String) throws -> TextPattern = { TextPattern(try RegularExpression($0)) }

    /// Opens the session at `url`. A session that its app did not close is finished first: actions that are only in its
    /// crash log are added.
    public convenience init(opening url: URL) throws(RecordedSessionError) {
        try self.init { try Timeline(opening: url) }
    }

    /// Creates a view of the session that `open` returns.
    package init(_ open: () throws -> Timeline) throws(RecordedSessionError) {
        timeline = try RecordedSessionError.converting(open)
    }

    package init(_ timeline: Timeline) {
        self.timeline = timeline
    }

    /// The seq of the first state: 0, or the end of the pruned actions.
    public var firstSeq: Int { timeline.first }

    /// The seq of the last action; that of the first state if the session has no actions.
    public var lastSeq: Int { timeline.last }

    /// Returns facts about the recording, such as `app`, `app_version`, `os`, `started_at` and `state_type`.
    public func facts() throws(RecordedSessionError) -> [String: String] {
        try RecordedSessionError.converting { try timeline.session.facts() }
    }

    /// Returns the seq that a reference names.
    public func seq(of reference: PointInTime) throws(RecordedSessionError) -> Int {
        try RecordedSessionError.converting { try timeline.seq(of: reference) }
    }

    // MARK: Actions and values

    /// Returns the action with a number; nil if the session does not have it.
    public func action(_ seq: Int) throws(RecordedSessionError) -> RecordedAction? {
        try RecordedSessionError.converting { try timeline.session.action(seq).map { RecordedAction($0) } }
    }

    /// Returns the value at `pointer` in the state at `seq`; nil if the state has none there.
    ///
    /// - Complexity: The path to the value, and the patches since the nearest state that is stored whole.
    public func value(at seq: Int, _ pointer: JSONPointer = "") throws(RecordedSessionError) -> RecordedValue? {
        try RecordedSessionError.converting {
            try checkState(seq)
            return try timeline.value(at: seq, pointer.pointer).map { RecordedValue($0) }
        }
    }

    /// Recovers states if they are unknown, where the tool can.
    ///
    /// - Throws: `RecordedSessionError` with the code `unknownState` if it cannot, `SessionError`.
    func know(_ seqs: Int...) throws {
        if timeline.recovery == nil { for seq in seqs { try checkState(seq) } } else { try timeline.know(seqs) }
    }

    private func checkState(_ seq: Int) throws {
        guard seq <= lastSeq else { throw TimelineError.referenceOutOfRange(String(seq), last: lastSeq) }
        guard seq >= firstSeq else { throw TimelineError.pruned(String(seq), through: firstSeq) }
        if let gap = try timeline.gap(endingWith: seq) {
            let lastKnown = try timeline.parent(of: gap.first)
            throw RecordedSessionError(unknownState: seq, action: gap.first, lastKnown: lastKnown)
        }
    }

    // MARK: Questions

    /// Answers a question.
    public func answer<Asked: Question>(_ question: Asked) throws(RecordedSessionError) -> Asked.Answer {
        try RecordedSessionError.converting { try question.answer(in: self) }
    }

    /// Returns the position of the cursor among the branches, as it was when it was first asked for.
    package func branches() throws -> CursorBranch {
        if let found = cursorBranch { return found }
        let found = try CursorBranch(of: timeline)
        cursorBranch = found
        return found
    }

    /// Returns the seq of a state if it follows the one at `seq`, or else `seq`.
    func tip(_ reference: PointInTime, through seq: Int) throws -> Int {
        let tip = try timeline.seq(of: reference)
        return try timeline.isAncestor(seq, of: tip) ? tip : seq
    }

    /// Returns the seq of a reference if there is one; otherwise that of the cursor.
    func seqOrCursor(_ reference: PointInTime?) throws -> Int {
        try reference.map(timeline.seq) ?? timeline.cursor()
    }
}

/// Compiled conditions by their texts: compiling one takes longer than finding where it holds.
package final class ConditionCache {
    private static let limit = 100

    private let compile: (String) throws -> Condition
    private var conditions: [String: Condition] = [:]

    package init(_ compile: @escaping (String) throws -> Condition = { try Condition($0) }) {
        self.compile = compile
    }

    /// Returns the condition with a text.
    ///
    /// - Throws: An error of `compile`, such as `TimelineError.malformedExpression`.
    package func condition(_ text: String) throws -> Condition {
        if let known = conditions[text] { return known }
        let condition = try compile(text)
        // The number of different texts is not limited.
        if conditions.count >= Self.limit { conditions = [:] }
        conditions[text] = condition
        return condition
    }
}
