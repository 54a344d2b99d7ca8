#if os(macOS) || os(Linux)

import Foundation
import RewindReplay
import RewindTimeline
import RewindTree

/// What the inspector knows of the app whose sessions it shows.
package struct InspectedApp: Sendable {
    /// What a screen is.
    package enum Screen: Sendable {
        case html(String)
        case text(String)
    }

    /// What kind of screens it has: `html`, `text` or `none`.
    let screenKind: String
    let screen: @Sendable (Tree) -> Screen?
    let presentation: Presentation
    /// Does what a tap on the app's present screen does, where the app runs beside the inspector; gives whether the screen
    /// had something of that name.
    let tap: (@Sendable (String) async -> Bool)?
    /// Re-runs its sessions with some actions left out; nil where the tool does not know its reducers.
    let whatIf: WhatIfRunner?
    /// What tests of its sessions are made of; nil where the tool does not know enough for that.
    let tests: ExportedTests?

    /// - Parameters:
    ///   - html: the screen of a state as HTML, nil when the state is not one of the app's; nil itself when it has none.
    ///   - text: the same as text.
    ///   - tap: does what a tap on the app's present screen does.
    ///   - whatIf: re-runs its sessions with some actions left out.
    ///   - tests: the app whose actions tests run, and what their source calls its reducer.
    ///   - presentation: the names that are treated in a special way.
    package init(
        html: (@Sendable (Tree) -> String?)? = nil,
        text: (@Sendable (Tree) -> String?)? = nil,
        tap: (@Sendable (String) async -> Bool)? = nil,
        whatIf: WhatIfRunner? = nil,
        tests: (app: RegisteredApp, reducer: String)? = nil,
        presentation: Presentation = Presentation()
    ) {
        (self.tap, self.whatIf, self.presentation) = (tap, whatIf, presentation)
        self.tests = tests.map { ExportedTests(app: $0.app, reducer: $0.reducer) }
        screenKind = html != nil ? "html" : text != nil ? "text" : "none"
        screen = { state in html?(state).map { .html($0) } ?? text?(state).map { .text($0) } }
    }
}

/// What the sources of exported tests need of an app.
struct ExportedTests: Sendable {
    let app: RegisteredApp
    let reducer: String
}

/// What re-runs a session with some actions left out.
package struct WhatIfRunner: Sendable {
    /// Which actions of which branch are left out.
    package struct Question: Hashable, Sendable {
        package let url: URL
        /// Their seqs, in order.
        package let skipped: [Int]
        /// The last action of the branch.
        package let end: Int

        package init(url: URL, skipped: [Int], end: Int) {
            (self.url, self.skipped, self.end) = (url, skipped, end)
        }
    }

    /// Re-runs, and tells each step as long as it gives true.
    package typealias Run = @Sendable (Question, _ tell: @escaping @Sendable (WhatIfStep) -> Bool) throws -> Void

    let run: Run

    /// - Parameter run: throws why it could not go on, for which the tool has the words; blocks its thread meanwhile.
    package init(_ run: @escaping Run) {
        self.run = run
    }
}

#endif
