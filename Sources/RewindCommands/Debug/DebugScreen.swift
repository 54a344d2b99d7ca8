/// The full-screen debugger: draws the frames of a `DebugView` on a terminal, and passes events to it.
struct DebugScreen {
    /// The interval at which to look for changes by others, in milliseconds.
    private static let interval: Int32 = 500

    private let terminal: Terminal
    private let view: DebugView
    /// The verbs, which have the stops.
    var commands: DebugCommands { view.commands }
    private var follower: DebugFollower

    init(of session: DebugSession, file: String, style: TextStyle) {
        let terminal = Terminal(.screen)
        self.terminal = terminal
        view = DebugView(session, file: file, style: style, history: DebugHistory()) { body in
            try terminal.working(body)
        }
        follower = DebugFollower(of: session)
    }

    /// Runs until the user quits. Returns the exit status.
    ///
    /// - Throws: `Output.WriteError` if the terminal is gone.
    mutating func run() throws -> Int32 {
        var screen = self
        defer { self = screen }
        return try terminal.run { try screen.loop() }
    }

    private mutating func loop() throws -> Int32 {
        while true {
            try terminal.show(view.frame(size: terminal.size))
            follower.pause()
            let result = try terminal.wait(milliseconds: Self.interval)
            let isIdle = if case .timeout = result { true } else { false }
            follow(isIdle: isIdle)
            switch result {
            case .ended: return Interruption.shared.isRequested ? Interruption.status : 0
            case .redraw, .timeout: break
            case .events(let events):
                for event in events {
                    switch view.handle(event) {
                    case .none: break
                    case .quit: return 0
                    case .suspend:
                        follower.pause()
                        try terminal.suspend()
                    case .copy(let text): try terminal.copy(text)
                    }
                }
            }
        }
    }

    /// Reads what others wrote since the last call.
    private mutating func follow(isIdle: Bool) {
        do {
            if try follower.resume(isIdle: isIdle) { view.refresh() }
        } catch {
            view.report(error)
        }
    }
}
