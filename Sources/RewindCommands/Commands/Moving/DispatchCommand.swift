import ArgumentParser
import Foundation
import RewindReplay
import RewindSession
import RewindTimeline

/// `rewind dispatch`: an action that never was.
struct DispatchCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "dispatch",
        abstract: "Run an action through the app's reducer, and add it to the session.",
        discussion: """
            The action has the form that the log has: {"type":"LoadingAction","payload":{"isLoading":true}}. It comes \
            after the state at REF, as the first action of a new branch where that is not the last one; the cursor goes \
            there, and what changed is printed, and the screen. undo takes it back.

            While an app is recording the session, rewind travel FILE dispatch JSON has the app dispatch it.

              rewind dispatch '{"type":"LoadingAction","payload":{"isLoading":true}}'
              rewind dispatch '{"type":"PopScreenAction"}' --at 12
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("The action, in JSON.", valueName: "json"))
    var action: Deferred<DispatchedAction>

    @Option(help: ArgumentHelp("REF: the state to dispatch it at. That at the cursor by default.", valueName: "ref"))
    var at: Deferred<Reference>?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let action = try action.value
        let timeline = try session.timeline()
        if timeline.session.isLive {
            let command = "rewind travel FILE dispatch \(ShellWord.text(action.text))"
            throw CommandError.dispatchedWhileRecording(path: session.file, command: command)
        }
        guard let app = RegisteredApp.current?.rerunnable else { throw CommandError.noReducer }
        let cursor = try timeline.cursor()
        let seq = try at.map(timeline.seq) ?? cursor
        try UnknownStates(of: timeline).prepare(seq)
        let watch = TrapWatch(
            clearing: Output.isErrorTerminal ? Output.lineErasure : "",
            output: STDERR_FILENO,
            status: 2,
            before: { Terminal.bringBack() }
        ) { type, _ in TrapText.whileDispatching(type) }
        let dispatch = try AppDispatch(
            action.type,
            action.payload,
            at: seq,
            of: timeline,
            with: app,
            now: Int64(Date().timeIntervalSince1970 * 1_000_000),
            watch: watch
        )
        watch.end()
        timeline.session.close()
        try dispatch.write()
        try output.print(DispatchReport(dispatch, cursor: cursor))
    }
}

private struct DispatchReport: Report {
    private let from, to, parent: Int
    private let error: String?
    private let view: CursorView

    init(_ dispatch: AppDispatch, cursor: Int) throws {
        (from, to, parent) = (cursor, dispatch.record.seq, dispatch.record.parent)
        error = dispatch.record.error
        view = try CursorView(from: dispatch.before, to: dispatch.after)
    }

    func lines(style: Style) -> [String] {
        let branch = parent == to - 1 ? "" : ", on a branch from \(parent)"
        return [style.strong("cursor \(from) → \(to)") + branch]
            + (error.map { [style.warning("the reducer threw: \(TerminalText.line($0))")] } ?? [])
            + view.lines(style: style)
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "from": from, "to": to, "parent": parent, "error": error, "changes": view.changes,
            "screen": OrNull(wrappedValue: view.screen),
        ])
    }
}
