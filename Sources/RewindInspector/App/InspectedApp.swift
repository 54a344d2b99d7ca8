import Foundation
import RewindAnswers
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree

/// The app-specific features of the inspector.
package struct InspectedApp: Sendable {
    /// The app's screen for a state.
    package enum Screen: Sendable {
        case html(String)
        case text(String)
    }

    /// The kind of screens: `html`, `text`, or `none`.
    let screenKind: String
    let screen: @Sendable (Tree) -> Screen?
    let presentation: SessionPresentation
    /// The questions that the page and other clients may ask.
    let questions: [any Question.Type]
    /// Performs a tap on the app's current screen, if the app runs in this process. Returns true if the screen has a
    /// target with this name.
    let tap: (@Sendable (String) async -> Bool)?
    /// Re-runs sessions with changed actions; nil if the tool does not have the app's reducers.
    let whatIf: WhatIfRunner?
    /// Recovers states that a recording does not have; nil if the tool does not have the app's reducers.
    private let recovery: (@Sendable (Timeline.UnknownStates, Timeline) throws -> Bool)?
    /// The code that exported tests refer to; nil if the tool does not have it.
    let tests: (app: RegisteredApp, reducer: String)?

    /// Creates the features of an app.
    ///
    /// - Parameters:
    ///   - html: Returns the screen of a state as HTML, nil if the state is not one of the app; nil if the app draws no
    ///     HTML.
    ///   - text: Returns the screen of a state as text, in the same way.
    ///   - tap: Performs a tap on the app's current screen.
    ///   - whatIf: Re-runs sessions with changed actions.
    ///   - recovery: Recovers states that a recording does not have.
    ///   - tests: The app whose actions exported tests run, and the expression for its reducer.
    ///   - presentation: The names that are treated specially.
    ///   - questions: The questions that the page and other clients may ask.
    package init(
        html: (@Sendable (Tree) -> String?)? = nil,
        text: (@Sendable (Tree) -> String?)? = nil,
        tap: (@Sendable (String) async -> Bool)? = nil,
        whatIf: WhatIfRunner? = nil,
        recovery: (@Sendable (Timeline.UnknownStates, Timeline) throws -> Bool)? = nil,
        tests: (app: RegisteredApp, reducer: String)? = nil,
        presentation: SessionPresentation = SessionPresentation(),
        questions: [any Question.Type] = []
    ) {
        self.questions = questions
        self.tap = tap
        self.whatIf = whatIf
        self.recovery = recovery
        self.tests = tests
        self.presentation = presentation
        screenKind = html != nil ? "html" : text != nil ? "text" : "none"
        screen = { state in html?(state).map { .html($0) } ?? text?(state).map { .text($0) } }
    }

    /// The maximum number of actions before a crash whose effects are recovered.
    private static let mostRecovered = 10_000

    /// Opens a session, and recovers the states at its end that a crash kept from being written.
    ///
    /// - Returns: The session, and the actions whose effects were recovered.
    /// - Throws: `SessionError`.
    func open(_ url: URL) throws -> (timeline: Timeline, recovered: Set<Int>) {
        let timeline = try Timeline(opening: url)
        let session = timeline.session
        guard let recovery, timeline.last > timeline.first, try session.recording == .crashed else {
            return (timeline, [])
        }
        timeline.recovery = recovery
        let range = max(timeline.first + 1, timeline.last - Self.mostRecovered + 1)...timeline.last
        let unknown = try session.seqsOfUnknownEffects(in: range)
        // A state that cannot be recovered stays unknown.
        _ = try? timeline.know(allIn: [range])
        return (timeline, try Set(unknown.filter(session.isEffectKnown)))
    }
}

/// Re-runs a session with changed actions.
package struct WhatIfRunner: Sendable {
    /// The changed actions and the branch.
    package struct Question: Hashable, Sendable {
        package let url: URL
        package let changes: WhatIf
        /// The last action of the branch.
        package let end: Int
    }

    /// Re-runs a branch, and calls the closure with each step until it returns false.
    package typealias Run = @Sendable (Question, _ tell: @escaping @Sendable (WhatIfStep) -> Bool) throws -> Void

    let run: Run

    /// Creates a runner.
    ///
    /// - Parameter run: Blocks its thread during the re-run. Its errors must have messages in the tool.
    package init(_ run: @escaping Run) {
        self.run = run
    }
}
