import Foundation

/// Measured child processes. Foundation's `Process` takes longer to start one than some of them run.
enum Child {
    /// The processor time of all children that have ended, in milliseconds.
    static var processorTime: Double {
        #if canImport(Darwin)
        let children = RUSAGE_CHILDREN
        #else
        let children = __rusage_who_t(RUSAGE_CHILDREN.rawValue)
        #endif
        var usage = rusage()
        getrusage(children, &usage)
        return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
    }

    /// Runs a program to its end; its output is discarded.
    ///
    /// - Throws: `CocoaError` if it cannot be started or exits with a status other than `expected`.
    static func run(_ program: String, _ arguments: [String], status expected: Int32 = 0) throws {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var texts: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for text in texts { free(text) } }
        var process: pid_t = 0
        guard posix_spawn(&process, program, &actions, nil, &texts, environ) == 0 else {
            throw CocoaError(.executableNotLoadable)
        }
        var status: Int32 = 0
        // The status of waitpid(2) has the exit status in its second byte.
        guard waitpid(process, &status, 0) == process, status == expected << 8 else {
            throw CocoaError(.executableLoad)
        }
    }
}
