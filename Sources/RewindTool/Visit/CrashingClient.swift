import ArticleClient
import Foundation
import RewindStore

/// The article client with a bug that crashes it, in a child process.
enum CrashingClient {
    /// The child process ended without a signal: its status and its error output.
    struct Survived: Error {
        let status: Int32
        let words: String
    }

    /// The client's reducer with a bug: it shows the latest stocker of an article without checking that there is one.
    static func reducer(action: any Action, state: AppState?) throws -> AppState {
        var next = try linkedAppReducer(action: action, state: state)
        if let action = action as? ArticleDetailStockersAction {
            next.articleDetail.stockUsers = [action.users[0]] + action.users.dropFirst()
        }
        return next
    }

    /// Returns true if the bug traps at an action.
    static func traps(_ action: any Action) -> Bool {
        (action as? ArticleDetailStockersAction)?.users.isEmpty == true
    }

    /// Runs the tool with these arguments and waits for a signal to end it.
    ///
    /// - Returns: The Swift runtime's message for the trap, such as `Index out of range`; nil without one.
    /// - Throws: `Survived` if no signal ended it.
    static func run(_ arguments: [String]) throws -> String? {
        let (process, errors) = (Process(), Pipe())
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        (process.standardInput, process.standardError) = (FileHandle.nullDevice, errors)
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationReason == .uncaughtSignal else {
            throw Survived(status: process.terminationStatus, words: text)
        }
        return text.firstMatch(of: /Fatal error: (.+)/).map { String($0.1) }
    }
}
