import RewindAnswers
import RewindTimeline
import RewindTree

/// The text of the answer to ``Blame``: the action that wrote a value, and those that wrote its members or elements.
struct BlameReport: CommandReport {
    private let pointer: Pointer
    private let seq: Int
    private let answer: Blame.Answer
    private let write: WriteReport
    private let typeWidth: Int
    private let hasFullTimes: Bool

    /// Finds the actions that wrote the value at `pointer` in the state at `seq`. Rows have whole times with
    /// `hasFullTimes`.
    ///
    /// - Throws: `RecordedSessionError`, `CommandError.neverAnything`, `CommandError.noSuchPointer`.
    init(of pointer: Pointer, at seq: Int, in session: Session, hasFullTimes: Bool = false) throws {
        let question = Blame(JSONPointer(pointer), at: PointInTime(seq: seq), includesChildren: true)
        self.pointer = pointer
        self.seq = seq
        self.hasFullTimes = hasFullTimes
        answer = try session.answer(question)
        guard let found = answer.write else {
            throw try MissingPointer.error(for: pointer, at: seq, in: session.timeline) {
                .neverAnything(pointer, seq: seq, holder: $0, elsewhere: $1)
            }
        }
        write = WriteReport(found)
        typeWidth = try WriteReport.typeWidth(in: session.timeline)
    }

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
    }

    /// Returns the lines: first the writer of the value, then, after an empty line, those of its children.
    func lines(style: TextStyle) throws -> [String] {
        let payload = answer.payload?.tree
        var own = write.details(for: pointer, hasPayload: payload != nil, style: style)
        if let payload, payload != Tree(members: []) {
            own.append("payload \(BriefText.text(of: payload, limit: 200))")
        }
        own += write.changes(style: style)
        let others = (answer.children ?? []).compactMap { child in
            child.write.map { write in
                let value = BriefText.text(of: child.value.tree)
                return WriteReport(write, hasFullTimes: hasFullTimes).row(
                    seqWidth: String(seq).count,
                    typeWidth: typeWidth,
                    rest: "\(style.name(child.pointer.description))  \(value)",
                    style: style
                )
            }
        }
        let lines = [write.headline(for: pointer, style: style)] + own.map { "  \($0)" }
        return (lines + (answer.children == nil ? [] : [""] + others)).flatMap {
            Cells.folded($0, to: Output.terminalColumns)
        }
    }
}
