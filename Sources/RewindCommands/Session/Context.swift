#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline

/// A command that answers a question about a session: in the shell, and at the prompt of `debug`.
protocol QuestionCommand: SessionCommand {
    var output: OutputOptions { get }

    /// Prints the answer.
    ///
    /// - Throws: What keeps the question from being answered; `ExitCode(1)` where the answer is "not found" or "differs".
    func answer(in context: Context) throws
}

extension QuestionCommand {
    func run() throws {
        try answer(in: Context(try session.timeline(), output))
    }
}

/// Where a question is asked, and where its answer goes.
struct Context {
    let timeline: Timeline
    /// The state that `debug` shows; nil in the shell, where a REF that is left out is the cursor.
    let here: Int?
    let style: Style
    let isJSON: Bool
    /// Writes a line of the answer, or several.
    let write: (String) -> Void

    /// The shell, with the output options of a command.
    init(_ timeline: Timeline, _ output: OutputOptions) {
        (self.timeline, here, style, isJSON) = (timeline, nil, output.style, output.json)
        write = Output.line
    }

    /// The prompt of `debug`.
    init(_ timeline: Timeline, here: Int, style: Style, isJSON: Bool, write: @escaping (String) -> Void) {
        (self.timeline, self.here, self.style, self.isJSON, self.write) = (timeline, here, style, isJSON, write)
    }

    /// For the items of a list.
    var printer: ReportPrinter { ReportPrinter(isJSON: isJSON, style: style, write: write) }

    func print(_ report: some Report) throws {
        var printer = printer
        try printer.print(report)
    }

    func note(_ note: Note) {
        if here == nil { Output.note(note) } else { write(note.text) }
    }

    /// The seq of a point in time; without one, where the reader is.
    ///
    /// - Throws: `TimelineError`, `SessionError`.
    func seq(_ reference: Deferred<Reference>?) throws -> Int {
        try reference.map(timeline.seq) ?? here ?? timeline.cursor()
    }

    /// The seq of a point in time; without one, the end of the cursor's branch in the shell, and where the reader is in
    /// `debug`.
    ///
    /// - Throws: `TimelineError`, `SessionError`.
    func seqOrBranchEnd(_ reference: Deferred<Reference>?) throws -> Int {
        try reference.map(timeline.seq) ?? here ?? timeline.tip()
    }

    /// As `Timeline.tellOfCursor(at:)`, in the shell.
    func noteCursor(at seq: Int) {
        if here == nil { timeline.tellOfCursor(at: seq) }
    }
}

#endif
