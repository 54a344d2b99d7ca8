import Foundation
import RewindTree
import RewindTimeline

/// The test command of a bisection, which receives a state on its standard input and reports by its exit status.
struct TestProcess {
    let command: [String]
    let interruption: Interruption

    /// Runs the command on a state and interprets its exit status as `git bisect run` does:
    /// <https://git-scm.com/docs/git-bisect>.
    ///
    /// The output of the command goes to standard error, as standard output is for the result.
    ///
    /// - Throws: `CommandError.testAborted`; `CancellationError` after Ctrl-C.
    func verdict(on state: Tree, seq: Int, type: String?) throws -> Bisection.Verdict {
        // A file, because writing to a pipe blocks or fails if the command does not read its input.
        let input = try file(holding: state, seq)
        defer { fclose(input) }
        let process = try start(
            fileno(input),
            seq,
            environment: ["REWIND_SEQ": String(seq), "REWIND_TYPE": type ?? ""]
        )
        interruption.handling(with: { kill(process, SIGTERM) }) { waitForEnd(of: process) }
        let status = status(of: process)
        try interruption.check()
        // <sys/wait.h>: The low seven bits are the signal, the next byte is the exit status.
        let signal = status & 0x7F
        // On a terminal, Ctrl-C reaches the command, too, which may end before it is seen here.
        if signal == SIGINT { throw CancellationError() }
        guard signal == 0 else { throw CommandError.testAborted(seq: seq, .signal(signal)) }
        switch (status >> 8) & 0xFF {
        case 0: return .good
        case 125: return .skip
        case 1...127: return .bad
        case let status: throw CommandError.testAborted(seq: seq, .status(status))
        }
    }

    /// Returns an unnamed temporary file that holds the JSON text of a state.
    private func file(holding state: Tree, _ seq: Int) throws -> UnsafeMutablePointer<FILE> {
        guard let file = tmpfile() else { throw CommandError.testAborted(seq: seq, .noInput(code: errno)) }
        var bytes: [UInt8] = []
        state.write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0 else {
            defer { fclose(file) }
            throw CommandError.testAborted(seq: seq, .noInput(code: errno))
        }
        rewind(file)
        return file
    }

    private func start(_ input: Int32, _ seq: Int, environment added: [String: String]) throws -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        // Restores the default actions of SIGINT and SIGPIPE, so that Ctrl-C or a closed pipe ends the command.
        var defaults = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGINT)
        sigaddset(&defaults, SIGPIPE)
        sigemptyset(&blocked)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw CommandError.testAborted(seq: seq, .notStarted(command[0], code: code)) }
        return process
    }

    /// Waits without reaping the process, so that its process ID is not reused before its status is read.
    private func waitForEnd(of process: pid_t) {
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }

    private func status(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
