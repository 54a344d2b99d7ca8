import RewindAnswers
import RewindSession
import RewindTimeline

/// Prints actions under the effects and actions that caused them.
struct CausedLog {
    /// The number of cells by which each level is indented, and the number of levels up to which it is.
    private static let (step, mostLevels) = (2, 12)

    private let timeline: Timeline
    private let lines: LogLines
    private var tree: CauseTree
    private let write: (String) -> Void
    /// True if no action was added.
    private(set) var isEmpty = true

    /// - Throws: `SessionError`.
    init(of timeline: Timeline, _ lines: LogLines, write: @escaping (String) -> Void) throws {
        self.timeline = timeline
        var lines = lines
        // The indentation shows the root.
        lines.roots = nil
        let effect = try RecordedCause.effect(timeline.session.lastEffect()).shortReference
        lines.seqWidth = max(lines.seqWidth, effect.count)
        lines.columns.showsPauses = false
        self.lines = lines
        self.write = write
        tree = try CauseTree(of: timeline.session)
    }

    /// - Throws: `SessionError`.
    mutating func add(_ record: ActionRecord) throws {
        isEmpty = false
        try tree.add(record)
    }

    /// Prints the actions that were added, and those that caused them.
    ///
    /// - Throws: `SessionError`.
    func finish() throws {
        try tree.forEach { node in
            let indent = min(node.depth, Self.mostLevels) * Self.step
            let line =
                switch node.event {
                case .action(let seq): lines.line(for: try timeline.action(seq), indent: indent)
                case .effect(let id):
                    try timeline.session.effect(id).map { lines.line(for: RecordedEffect($0), indent: indent) } ?? ""
                }
            guard let unknown = node.unknown, try timeline.session.hasCauses() else { return write(line) }
            write(Cells.cut("\(line)  \(lines.style.warning("(cause \(unknown.rawValue))"))", to: lines.columns.width))
        }
    }
}
