import Foundation
import RewindTimeline
import RewindTree

/// A part of a recording in a test: a state, the actions after it, and their results.
///
/// `rewind export test` writes tests that hold one:
/// ```swift
/// let recording = RecordedSteps(
///     start: #"{"count":0}"#,
///     actions: #"{"seq":1,"type":"Increase","payload":{},"patch":[{"op":"replace","path":"/count","value":1}]}"#
/// )
/// try recording.check(RegisteredApp(reducer: counterReducer, actions: [Increase.self]))
/// ```
public struct RecordedSteps: Sendable {
    private let start: String?
    private let actions: String?
    private let pointers: [JSONPointer]
    /// The file with the parts that were not passed.
    private var file: URL?

    /// Creates steps from JSON texts. With `pointers`, only the values there are compared instead of whole states.
    ///
    /// `start` is the first state. `actions` are JSON Lines with an object for each action: its `seq`; its `type`; its
    /// `payload`, without which the action is not run and its effect is assumed; its changes as a `patch` (RFC 6902);
    /// the `error` that its reducer threw. With pointers, an action has its changed `values` by pointer instead of a
    /// patch, and the `absent` pointers of removed values. The result of an action that is `unknown` is not compared.
    public init(start: String, actions: String, at pointers: [JSONPointer] = []) {
        self.start = start
        self.actions = actions
        self.pointers = pointers
    }

    /// Creates steps whose long parts are in a JSON file beside the source of the test: its `start`, and its `actions`
    /// as an array, unless they are passed.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - start: The first state, as JSON.
    ///   - actions: The actions, as JSON Lines.
    ///   - pointers: The values to compare instead of whole states.
    ///   - source: The path of the source when it was compiled.
    public init(
        in file: String,
        start: String? = nil,
        actions: String? = nil,
        at pointers: [JSONPointer] = [],
        beside source: String = #filePath
    ) {
        self.start = start
        self.actions = actions
        self.pointers = pointers
        self.file = URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(file)
    }

    /// Runs the actions through the reducer of the app and compares each step with the recording.
    ///
    /// - Complexity: Linear in the actions and in their changes.
    /// - Throws: `RecordedDifference` at the first difference; another error if a text is malformed or does not fit the
    ///   app, or if the file cannot be read.
    public func check(_ app: RegisteredApp) throws {
        let stored = try file.map { try Tree(parsingUnique: String(decoding: Data(contentsOf: $0), as: UTF8.self)) }
        guard let start = try start.map({ try Tree(parsing: $0) }) ?? stored?.child("start") else {
            throw MalformedStep()
        }
        var run = try RecordedRun(of: app, start: start, at: pointers.map(\.pointer))
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
