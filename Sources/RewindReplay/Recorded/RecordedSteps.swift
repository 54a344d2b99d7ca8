import Foundation
import RewindTree

/// A part of a recording, as a test keeps it: a state, the actions that came then, and what they led to.
///
/// `rewind export --format test` writes tests that hold one:
/// ```swift
/// let recording = RecordedSteps(
///     start: #"{"count":0}"#,
///     actions: #"{"seq":1,"type":"Increase","payload":{},"patch":[{"op":"replace","path":"/count","value":1}]}"#
/// )
/// try recording.check(RerunnableApp(reducer: counterReducer, actions: [Increase.self]))
/// ```
public struct RecordedSteps: Sendable {
    private let start: String
    private let actions: String
    private let pointers: [String]

    /// The actions after the state `start`, which is JSON; with `pointers`, which are JSON Pointers (RFC 6901), no more
    /// of the states is looked at than the values there.
    ///
    /// `actions` are JSON Lines, an object for each: its `seq`; its `type`; its `payload`, without which the action is
    /// not run and its effect taken for granted; what it changed, as a `patch` (RFC 6902); the `error` that its reducer
    /// threw. Where values are looked at, those that are others after it are its `values`, by pointer, and pointers at
    /// which nothing is any more are `absent`. Of one that is `unknown` nobody knows what it led to.
    public init(start: String, actions: String, at pointers: [String] = []) {
        self.start = start
        self.actions = actions
        self.pointers = pointers
    }

    /// Runs the actions through the app's reducer, and compares each step with the recording.
    ///
    /// - Complexity: linear in the actions, and in what each changes.
    /// - Throws: `RecordedDifference` at the first difference; another error where the texts make no sense, or are not
    ///   the app's.
    public func check(_ app: RerunnableApp) throws {
        var run = try RecordedRun(of: app, start: Tree(parsing: start), at: pointers)
        for line in actions.utf8.split(separator: UInt8(ascii: "\n")) {
            try run.run(RecordedStep(Tree(parsingUnique: String(decoding: line, as: UTF8.self))))
        }
    }
}
