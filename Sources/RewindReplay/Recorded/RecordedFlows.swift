import Foundation
import RewindTree

/// Flows of a recording in a test: a state, the actions that were dispatched after it, and the outcomes of effects.
///
/// `rewind export test --flow` writes tests that hold one.
public struct RecordedFlows: Sendable {
    private let start: String?
    private let actions: String?
    private let effects: String?
    /// The file with the parts that were not passed.
    private let file: URL?

    /// Creates flows from JSON texts: the first state, and JSON Lines of the actions and effects.
    public init(start: String, actions: String, effects: String) {
        (self.start, self.actions, self.effects, file) = (start, actions, effects, nil)
    }

    /// Creates flows whose long parts are in a JSON file beside the source of the test: its `start`, and its `actions` and
    /// `effects` as arrays, unless they are passed.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - start: The first state, as JSON.
    ///   - actions: The actions, as JSON Lines.
    ///   - effects: The effects, as JSON Lines.
    ///   - source: The path of the source when it was compiled.
    public init(
        in file: String,
        start: String? = nil,
        actions: String? = nil,
        effects: String? = nil,
        beside source: String = #filePath
    ) {
        (self.start, self.actions, self.effects) = (start, actions, effects)
        self.file = URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(file)
    }

    /// Runs the flows in the app, with the recorded outcomes, and compares the actions and the resulting states.
    /// The options are by default those registered with the flows.
    ///
    /// - Complexity: Linear in the actions and effects.
    /// - Throws: ``FlowDifference`` for the first difference; another error if a text is malformed or does not fit the app,
    ///   or if the file cannot be read.
    @MainActor
    public func check(_ app: RegisteredApp, options: ReplayOptions? = nil) async throws {
        let report = try await app.runFlows(of: recording(), options: options)
        if let difference = report.difference { throw difference }
    }

    private func recording() throws -> FlowRecording {
        let stored = try file.map { try Tree(parsingUnique: String(decoding: Data(contentsOf: $0), as: UTF8.self)) }
        guard let start = try start.map({ try Tree(parsing: $0) }) ?? stored?.child("start") else {
            throw MalformedStep()
        }
        func lines(_ text: String?, _ name: String) throws -> [Tree] {
            if let text {
                return try text.utf8.split(separator: UInt8(ascii: "\n")).map {
                    try Tree(parsingUnique: String(decoding: $0, as: UTF8.self))
                }
            }
            guard case .array(let elements)? = stored?.child(name) else { throw MalformedStep() }
            return elements.elements
        }
        return try FlowRecording(start: start, actions: lines(actions, "actions"), effects: lines(effects, "effects"))
    }
}
