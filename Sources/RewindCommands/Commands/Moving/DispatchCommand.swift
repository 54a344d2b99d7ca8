#if os(macOS) || os(Linux)

import ArgumentParser
import RewindReplay
import RewindTimeline

/// `rewind dispatch`: runs a new action through the app's reducer and records it.
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
        let added = try SessionDispatch(action, at: at?.value, of: timeline, file: session.file)
        timeline.session.close()
        try added.dispatch.write()
        try output.print(added.report)
    }
}

#endif
