import CLibFuzzer
import Foundation

/// Feeds random inputs to the code that reads untrusted bytes.
///
/// `fuzz --seeds FOLDER` writes the first inputs of each target; `fuzz --TARGET FOLDER [LIBFUZZER-OPTION...]` runs one.
/// The target is an option with two dashes because libFuzzer ignores those and passes them on to its child processes.
@main enum Fuzz {
    static func main() throws {
        restartWithoutBacktraces()
        let arguments = CommandLine.arguments
        if let option = arguments.firstIndex(of: "--seeds"), option + 1 < arguments.count {
            return try Seeds(folder: URL(fileURLWithPath: arguments[option + 1])).write()
        }
        guard let target = arguments.lazy.compactMap(Target.init(option:)).first else {
            let targets = Target.allCases.map(\.option).joined(separator: " | ")
            print("usage: fuzz --seeds FOLDER\n       fuzz (\(targets)) FOLDER [LIBFUZZER-OPTION...]")
            exit(64)
        }
        var count = CommandLine.argc
        var values = Optional(CommandLine.unsafeArgv)
        exit(LLVMFuzzerRunDriver(&count, &values, target.body))
    }

    /// Restarts the process with other settings, which are read before `main`: Swift's crash reporter reads memory that
    /// AddressSanitizer guards, and waits for input; Foundation leaks the buffer of an empty file; and recording the
    /// call stack of each allocation takes most of the time.
    private static func restartWithoutBacktraces() {
        guard getenv("SWIFT_BACKTRACE") == nil else { return }
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        setenv("ASAN_OPTIONS", "detect_leaks=0:malloc_context_size=1", 0)
        execv(Bundle.main.executablePath ?? CommandLine.arguments[0], CommandLine.unsafeArgv)
    }
}

/// Reports a wrong result as libFuzzer reports a crash: with the input that leads to it.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}
