#if os(macOS) || os(Linux)

import ArgumentParser
import Foundation
import RewindTimeline

/// `rewind debug`: starts the debugger.
struct DebugCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "debug",
        abstract: "Walk through a session in a full screen, or at a prompt with gdb's verbs.",
        discussion: """
            On a terminal, a full screen: the actions on the left; the difference, the state, the screen, the action or a \
            value's history on the right; ? lists the keys, and : takes a verb. With --prompt, in a pipe, or on a dumb \
            terminal, a prompt with the verbs of gdb and rr; help lists them. In a script each line is told before what \
            comes of it, and the status is 2 when one went wrong.

            Both begin at the cursor and only read; bookmark, dispatch and export write what they are asked to.

              rewind debug demo.rewind
              printf 'break *Error*\\ncontinue\\n' | rewind debug demo.rewind
            """
    )

    @OptionGroup var session: SessionArgument

    @Flag(help: "The prompt, also on a terminal that can do more.")
    var prompt = false

    @Option(help: ArgumentHelp("When to use colors.", valueName: "auto|always|never"))
    var color = OutputOptions.Color.auto

    func run() throws {
        let timeline = try session.timeline()
        let state = try DebugSession(timeline)
        defer { state.timeline.session.close() }
        if Terminal.isAble, !prompt {
            var screen = DebugScreen(of: state, file: session.file, style: color.style)
            let status = try screen.run()
            if status != 0 { throw ExitCode(status) }
            return
        }
        let commands = DebugCommands(state, style: color.style, width: Output.terminalColumns, write: Output.line)
        var prompt = DebugPrompt(commands: commands)
        if try prompt.run() { throw ExitCode(2) }
    }
}

#endif
