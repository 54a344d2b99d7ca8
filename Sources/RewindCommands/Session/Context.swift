import ArgumentParser
import RewindAnswers
import RewindTimeline

/// A command that answers a question about a session, in the shell or at the prompt of `debug`.
protocol QuestionCommand: SessionCommand {
    var output: OutputOptions { get }

    /// Prints the answer.
    ///
    /// - Throws: Any error; `ExitCode(1)` if the answer is "not found" or "differs".
    func answer(in context: Context) throws
}

extension QuestionCommand {
    func run() throws {
        try answer(in: Context(try session.timeline(), output))
    }
}

/// The session of a question, and the output for its answer.
struct Context {
    let timeline: Timeline
    /// The current seq of `debug`; nil in the shell, where an omitted REF means the cursor.
    let here: Int?
    let style: TextStyle
    let isJSON: Bool
    /// Writes one or more lines of the answer.
    let write: (String) -> Void

    /// Creates the context of the shell, with the output options of a command.
    init(_ timeline: Timeline, _ output: OutputOptions) {
        self.timeline = timeline
        here = nil
        style = output.style
        isJSON = output.json
        write = Output.line
    }

    /// Creates the context of the prompt of `debug`.
    init(_ timeline: Timeline, here: Int, style: TextStyle, isJSON: Bool, write: @escaping (String) -> Void) {
        self.timeline = timeline
        self.here = here
        self.style = style
        self.isJSON = isJSON
        self.write = write
    }

    /// True if the rows of a list have whole times.
    var hasFullTimes: Bool { here == nil && Output.hasWholeTimes }

    /// The session, with a progress line that ends at Ctrl-C.
    var session: Session { Session(timeline, ProgressReporter()) }

    /// The printer for the items of a list.
    var printer: ReportPrinter { ReportPrinter(isJSON: isJSON, style: style, write: write) }

    func print(_ report: some CommandReport) throws {
        var printer = printer
        try printer.print(report)
    }

    func note(_ note: Note) {
        if here == nil { Output.note(note) } else { write(note.text) }
    }

    /// Returns the seq of a reference; without one, the current position.
    ///
    /// - Throws: `TimelineError`, `SessionError`.
    func seq(_ reference: LazyArgument<PointInTime>?) throws -> Int {
        try reference.map(timeline.seq) ?? here ?? timeline.cursor()
    }

    /// Like `Timeline.tellOfCursor(at:)`, but only in the shell.
    func noteCursor(at seq: Int) {
        if here == nil { timeline.tellOfCursor(at: seq) }
    }
}

extension Session {
    /// Creates a session that shows the progress of questions on a line, and ends them at Ctrl-C.
    convenience init(_ timeline: Timeline, _ work: ProgressReporter) {
        self.init(timeline)
        onProgress = { try work.step($0.work, done: $0.done, of: $0.total, found: $0.found) }
        conditions = ConditionCache(work.condition)
        expression = work.pattern
    }
}
