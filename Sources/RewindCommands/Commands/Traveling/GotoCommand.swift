import ArgumentParser
import RewindRemote
import RewindTimeline

/// `rewind goto`: moves the cursor to any point in time.
struct GotoCommand: SessionCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goto",
        abstract: "Move the cursor to a point in time.",
        usage: "rewind goto [<file>] <ref>",
        discussion: """
            Prints what changed, and the screen. An app that is recording the session moves, as with undo.

              rewind goto demo.rewind 64
              rewind goto demo.rewind @ArticleDetailErrorAction
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("REF to move to", valueName: "ref"))
    var reference: LazyArgument<PointInTime>?

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        reference = reference ?? session.passOn(isNeeded: true)
        if reference == nil { throw ValidationError.missing("<ref>") }
    }

    mutating func run() async throws {
        let reference = try (reference ?? .cursor).value
        let isSteered = try await steer(output) { client in
            // The response means that the session holds every action dispatched so far, and the app's cursor.
            _ = try await client.send(.status)
            let timeline = try session.timeline()
            defer { timeline.session.close() }
            return .jump(to: try timeline.seq(of: reference))
        }
        if isSteered { return }
        let timeline = try session.timeline()
        try output.print(CursorMove(of: timeline, to: timeline.seq(of: reference)))
    }
}
