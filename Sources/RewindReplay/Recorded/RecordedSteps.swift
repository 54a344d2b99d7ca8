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
    private let start: String?
    private let actions: String?
    private let pointers: [String]
    /// What has the parts that are not given.
    private var file: URL?

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

    /// The same with what is long in a JSON file beside the test's source: its `start`, and its `actions` as an array,
    /// where these are not given.
    ///
    /// - Parameters:
    ///   - file: the name of the file.
    ///   - source: the path of the source, as it was when that was compiled.
    public init(
        in file: String,
        start: String? = nil,
        actions: String? = nil,
        at pointers: [String] = [],
        beside source: String = #filePath
    ) {
        self.start = start
        self.actions = actions
        self.pointers = pointers
        self.file = URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(file)
    }

    /// Runs the actions through the app's reducer, and compares each step with the recording.
    ///
    /// - Complexity: linear in the actions, and in what each changes.
    /// - Throws: `RecordedDifference` at the first difference; another error where the texts make no sense, or are not
    ///   the app's, or where their file cannot be read.
    public func check(_ app: RerunnableApp) throws {
        let stored = try file.map { try Tree(parsingUnique: String(decoding: Data(contentsOf: $0), as: UTF8.self)) }
        guard let start = try start.map({ try Tree(parsing: $0) }) ?? stored?.child("start") else {
            throw MalformedStep()
        }
        var run = try RecordedRun(of: app, start: start, at: pointers)
        if let actions {
            for line in actions.utf8.split(separator: UInt8(ascii: "\n")) {
                try run.run(RecordedStep(Tree(parsingUnique: String(decoding: line, as: UTF8.self))))
            }
        } else if case .array(let steps)? = stored?.child("actions") {
            for step in steps { try run.run(RecordedStep(step)) }
        } else {
            throw MalformedStep()
        }
    }
}
