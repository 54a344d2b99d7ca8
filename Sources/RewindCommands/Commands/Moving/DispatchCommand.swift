#if os(macOS) || os(Linux)

import ArgumentParser
import RewindReplay
import RewindTimeline

/// `rewind dispatch`: runs a new action through the app's reducer and records it.
struct DispatchCommand: SessionCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dispatch",
        abstract: "Run a new action through the reducer and record it.",
        usage: "rewind dispatch [<file>] <json> [--at <ref>]",
        discussion: """
            The action is applied to the state at --at, and starts a branch if that is not the last state. The cursor \
            moves to it; undo takes it back. Prints what changed, and the screen.

            An app that is recording the session dispatches it, with its side effects, if it has called \
            TimeTravel.open; it takes no --at.

              rewind dispatch '{"type":"LoadingAction","payload":{"isLoading":true}}'
              rewind dispatch '{"type":"PopScreenAction"}' --at 12
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("Action, with its type and payload", valueName: "json"))
    var action: LazyArgument<DispatchedAction>

    @Option(help: ArgumentHelp("State to dispatch at; the cursor by default", valueName: "ref"))
    var at: LazyArgument<Reference>?

    @OptionGroup var output: OutputOptions

    mutating func run() async throws {
        let action = try action.value
        if at == nil, try await steer(output, { _ in .dispatch(type: action.type, payload: action.payload) }) { return }
        let timeline = try session.timeline()
        let added = try SessionDispatch(action, at: at?.value, of: timeline, file: session.file)
        timeline.session.close()
        try added.dispatch.write()
        try output.print(added.report)
    }
}

#endif
