import ArgumentParser
import RewindTimeline

/// `rewind debug`: starts the debugger.
struct DebugCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "debug",
        abstract: "Debug a session in a full screen or at a prompt.",
        usage: "rewind debug [<file>] [<ref>] [--prompt] [--color <auto|always|never>] [--utc]",
        discussion: """
            On a terminal, a full screen lists the actions and shows the difference, state, screen and payload of the \
            selected one, and the history of a value; ? lists the keys. With --prompt, in a pipe, or on a dumb \
            terminal, a prompt takes the verbs of gdb and rr; help lists them. Lines of a script are echoed; the exit \
            status is 2 if one of them failed.

            debug only reads, except for the verbs bookmark, dispatch and export. On a terminal, the breakpoints, \
            watches and displays of a session are kept for the next time.

              rewind debug demo.rewind
              printf 'break *Error*\\ncontinue\\n' | rewind debug demo.rewind start
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("REF to start at; the cursor by default", valueName: "ref"))
    var reference: LazyArgument<PointInTime>?

    @Flag(help: "Use the prompt on any terminal")
    var prompt = false

    @Option(help: ArgumentHelp("When to use colors.", valueName: "auto|always|never"))
    var color = OutputOptions.Color.auto

    @OptionGroup var times: TimeOptions

    mutating func validate() throws {
        reference = reference ?? session.passOn()
    }

    func run() throws {
        let timeline = try session.timeline()
        let state = try DebugSession(timeline, at: reference.map(timeline.seq))
        defer { state.timeline.session.close() }
        if Terminal.isAble, !prompt {
            var screen = DebugScreen(of: state, file: session.file, style: color.style)
            let status = try remembering(screen.commands) { try screen.run() }
            if status != 0 { throw ExitCode(status) }
            return
        }
        let commands = DebugCommands(state, style: color.style, width: Output.terminalColumns, write: Output.line)
        var prompt = DebugPrompt(commands: commands)
        if try Terminal.isAble ? remembering(commands, { try prompt.run() }) : prompt.run() { throw ExitCode(2) }
    }

    /// Sets the stops and displays of the last run before `body`, and keeps them after it.
    private func remembering<Result>(_ commands: DebugCommands, _ body: () throws -> Result) rethrows -> Result {
        let memory = DebugMemory(of: session.url)
        commands.restore(memory.lines)
        defer { memory.keep(commands.settings) }
        return try body()
    }
}
