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
            moves to it; undo moves it back to where it was. Prints what changed, and the screen.

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
    var action: String?

    @Argument(help: "Payload of the type, as JSON; {} by default", transform: NegativeNumber.restored)
    var payload: String?

    @Option(help: ArgumentHelp("State to dispatch at; the cursor by default", valueName: "ref"))
    var at: LazyArgument<PointInTime>?

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        if payload == nil, let type: String = session.passOn(isNeeded: action.map(Self.isPayload) ?? true) {
            (action, payload) = (type, action)
        }
        if action == nil { throw ValidationError.missing("<type|json>") }
    }

    /// Returns true for JSON that is not a whole action.
    private static func isPayload(_ text: String) -> Bool {
        (try? Tree(parsing: text)).map { WhatIf.action(of: $0) == nil } ?? false
    }

    mutating func run() async throws {
        let action = try DispatchedAction(action ?? "", payload: payload)
        if at == nil, try await steer(output, { _ in .dispatch(type: action.type, payload: action.payload) }) { return }
        let timeline = try session.timeline()
        let added = try SessionDispatch(action, at: at?.value, of: timeline, file: session.file)
        timeline.session.close()
        try added.dispatch.write()
        try output.print(added.report)
    }
}
