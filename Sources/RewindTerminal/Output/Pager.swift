import Foundation

/// Shows long output one screen at a time if standard output is a terminal. The pager is `$REWIND_PAGER`, `$PAGER` or
/// `less -FRX`, which exits at once if everything fits. If it does not exist, the output is printed directly.
@MainActor
package enum Pager {
    private static var process: pid_t?

    /// Starts the user's pager, if there is one, and connects standard output to it.
    package static func start() {
        guard process == nil, Output.isTerminal, let pager = name() else { return }
        // The size of the terminal must be read before the pager replaces it.
        Output.keepTerminal()
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return }
        defer { for end in ends { close(end) } }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
        let added = ProcessInfo.processInfo.environment["LESS"] == nil ? ["LESS": "FRX"] : [:]
        let environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
        let words: [String] = ["sh", "-c", pager]
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, &variables) == 0 else { return }
        dup2(ends[1], STDOUT_FILENO)
        self.process = process
        // Ctrl-C is for the pager while it runs; when it exits, SIGPIPE ends this process.
        signal(SIGINT, SIG_IGN)
    }

    /// Waits until the user quits the pager.
    package static func finish() {
        guard let process else { return }
        self.process = nil
        close(STDOUT_FILENO)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private static func name() -> String? {
        let environment = ProcessInfo.processInfo.environment
        if environment["TERM"] == "dumb" { return nil }
        let name = environment["REWIND_PAGER"] ?? environment["PAGER"] ?? "less -FRX"
        return isRunnable(name, path: environment["PATH"] ?? "") && name != "cat" ? name : nil
    }

    /// Returns true if the program that a shell command begins with exists, after assignments such as `LESS=R`.
    nonisolated static func isRunnable(_ command: String, path: String) -> Bool {
        guard let program = command.split(separator: " ").first(where: { !$0.contains("=") }) else { return false }
        if program.contains("/") { return access(String(program), X_OK) == 0 }
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
