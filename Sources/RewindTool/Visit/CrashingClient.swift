#if os(macOS) || os(Linux)

import ArticleClient
import Foundation
import RewindStore

/// The article client with a bug that ends it, in a process of its own.
enum CrashingClient {
    /// How its process ended, if not by the bug, and what it said.
    struct Survived: Error {
        let status: Int32
        let words: String
    }

    /// The client's reducer with the bug: it shows who stocked an article latest, without a look whether anybody has.
    static func reducer(action: any Action, state: AppState?) throws -> AppState {
        var next = try linkedAppReducer(action: action, state: state)
        if let action = action as? ArticleDetailStockersAction {
            next.articleDetail.stockUsers = [action.users[0]] + action.users.dropFirst()
        }
        return next
    }

    /// Whether the bug shows at an action.
    static func traps(_ action: any Action) -> Bool {
        (action as? ArticleDetailStockersAction)?.users.isEmpty == true
    }

    /// Runs the tool with these arguments, and waits until it has ended by a signal.
    ///
    /// - Returns: what the Swift runtime said of the trap, such as `Index out of range`; nil where it said nothing.
    /// - Throws: `Survived` when no signal has ended it.
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

#endif
