import Foundation

/// Processes whose whole life is measured. Foundation's `Process` takes longer to start one than some of them live.
enum Child {
    /// Runs a program to its end; what it prints goes nowhere.
    ///
    /// - Throws: `CocoaError` when it cannot be started, or ends with another status than `expected`.
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
        // A process that exits has its status in the second byte of what wait(2) gives.
        guard waitpid(process, &status, 0) == process, status == expected << 8 else {
            throw CocoaError(.executableLoad)
        }
    }
}
