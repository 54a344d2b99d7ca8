import ArgumentParser
import RewindRemote
import RewindReplay
import RewindTimeline
import RewindTree

/// `rewind dispatch`: runs a new action through the app's reducer and records it.
struct DispatchCommand: SessionCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dispatch",
        abstract: "Run a new action through the reducer and record it.",
        usage: """
            rewind dispatch [<file>] <type> [<payload>] [--at <ref>]
            rewind dispatch [<file>] <json> [--at <ref>]
            """,
        discussion: """
            The action is applied to the state at --at, and starts a branch if that is not the last state. The cursor \
            moves to it; undo takes it back. Prints what changed, and the screen.

            An app that is recording the session dispatches it, with its side effects, if it has called \
            TimeTravel.open; it takes no --at.

              rewind dispatch demo.rewind LoadingAction '{"isLoading":true}'
              rewind dispatch demo.rewind PopScreenAction --at 12
              rewind dispatch '{"type":"LoadingAction","payload":{"isLoading":true}}'
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp("Type of the action, or JSON with its type and payload", valueName: "type|json"),
        completion: TargetCompletion.types
    )
    var action: String

    @Argument(help: "Payload of the type, as JSON; {} by default")
    var payload: String?

    @Option(help: ArgumentHelp("State to dispatch at; the cursor by default", valueName: "ref"))
    var at: LazyArgument<Reference>?

    @OptionGroup var output: OutputOptions

    /// True if FILE is a type, and the action its payload, so that no session is named.
    var isFileType: Bool {
        payload == nil && (try? Tree(parsing: action)) != nil
            && (try? DispatchedAction(action, payload: nil)) == nil
    }

    mutating func run() async throws {
        let action = try DispatchedAction(action, payload: payload)
        if at == nil, try await steer(output, { _ in .dispatch(type: action.type, payload: action.payload) }) { return }
        let timeline = try session.timeline()
        let added = try SessionDispatch(action, at: at?.value, of: timeline, file: session.file)
        timeline.session.close()
        try added.dispatch.write()
        try output.print(added.report)
    }
}
