import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// The flow that led to an action as a test: a source file for Swift Testing.
package struct FlowTestExport {
    private let recording: FlowRecording
    private let session: String
    private let name: String?
    private let app: String
    private let module: String?

    /// Creates a test of the flow that led to an action. `app` is the expression for the app with its flows.
    ///
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError`.
    package init(
        of timeline: Timeline,
        with registered: RegisteredApp,
        flowOf seq: Int,
        app: String,
        module: String?,
        name: String?
    ) throws {
        recording = try FlowRecording(of: timeline).part(withFlowOf: seq, in: timeline)
        session = timeline.session.url.lastPathComponent
        (self.app, self.name) = (app, name)
        self.module = module ?? registered.runner.flatMap { SourceName($0.state).module }
    }

    /// The number of actions.
    package var count: Int { recording.actions.count }

    /// Returns the source of the test and, if parts of the recording are long and `name` is not nil, the contents of the JSON
    /// file with this name next to it.
    package func parts(besideFile name: String?) -> (source: String, data: String?) {
        let (actions, effects) = (recording.actionLines, recording.effectLines)
        var arguments: [String] = []
        var data: [String] = []
        func add(_ label: String, isLong: Bool, _ literal: @autoclosure () -> String, _ json: @autoclosure () -> String)
        {
            if isLong, name != nil {
                data.append("\"\(label)\": \(json())")
            } else {
                arguments.append("\(label): \(literal())")
            }
        }
        let start = recording.start
        add("start", isLong: TestExport.isLong([start.text]), TestExport.literal(ofStart: start), start.prettyText)
        for (label, lines) in [("actions", actions), ("effects", effects)] {
            add(
                label,
                isLong: TestExport.isLong(lines),
                SwiftLiteral.lines(lines.joined(separator: "\n"), indent: 12),
                "[\n\(lines.joined(separator: ",\n"))\n]"
            )
        }
        if !data.isEmpty, let name { arguments.insert("in: \(SwiftLiteral.escaped(name))", at: 0) }
        let text = data.isEmpty ? nil : "{\n\(data.joined(separator: ",\n"))\n}\n"
        return (source(arguments.joined(separator: ",\n        ")), text)
    }

    private func source(_ arguments: String) -> String {
        let own = module.map { "\n\n@testable import \($0)" } ?? ""
        return """
            // From \(TestExport.visibleName(session)), by rewind export test --flow.
            import RewindReplay
            import Testing\(own)

            @MainActor @Suite struct \(TestExport.suite(named: name, session: session)) {
                /// The state at \(recording.first), and the flows that ran then.
                static let recording = RecordedFlows(
                    \(arguments)
                )

                @Test func `\(title)`() async throws {
                    try await Self.recording.check(\(app))
                }
            }

            """
    }

    private var title: String {
        let (first, last) = (recording.first + 1, recording.last)
        return first == last
            ? "The flow dispatches action \(first) again" : "The flow dispatches actions \(first) to \(last) again"
    }
}
