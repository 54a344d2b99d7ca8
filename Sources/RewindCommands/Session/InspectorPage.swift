import Foundation
import RewindInspector
import RewindReplay
import RewindSession
import RewindTimeline

/// Serves the inspector until Ctrl-C.
package struct InspectorPage {
    private let files: [String]
    private let port: UInt16
    private let opens: Bool
    private let canWrite: Bool

    /// - Parameters:
    ///   - files: The paths of the sessions, as given.
    ///   - port: The port; 0 for any free one.
    ///   - opens: Whether to open the browser.
    ///   - canWrite: Whether the page may steer apps, and change bookmarks and cursors.
    package init(files: [String], port: UInt16, opens: Bool, canWrite: Bool) {
        self.files = files
        self.port = port
        self.opens = opens
        self.canWrite = canWrite
    }

    /// Serves the page, prints its address, and ends at Ctrl-C.
    ///
    /// - Parameters:
    ///   - fleet: A database whose sessions the page lists and opens.
    ///   - tap: Performs a tap on the app's current screen, if the app runs in this process.
    /// - Throws: `SessionError` for a file that cannot be read; `ServerError`.
    package func show(
        _ app: RegisteredApp?,
        fleet: (any InspectedFleet)? = nil,
        isolation: isolated (any Actor)? = #isolation,
        tap: (@Sendable (String) async -> Bool)? = nil
    ) async throws {
        for file in files { try SessionArgument.timeline(at: file).session.close() }
        let interruption = Interruption.shared
        let termination = interruption.includingTermination()
        defer { termination.cancel() }
        let inspector = Inspector(
            files.map { InspectedFile(url: URL(fileURLWithPath: $0), file: $0) },
            app: Self.inspected(app, tap: tap),
            version: SessionFormat.packageVersion,
            canWrite: canWrite,
            fleet: fleet,
            describe: Self.describe
        )
        try await inspector.run(port: Int(port)) { url in
            Output.message("Open this page; Ctrl-C ends it.")
            Output.line(url.absoluteString)
            try Output.finish()
            if opens { Browser.open(url) }
            await interruption.requested()
        }
    }

    /// Returns the features of an app, with the recovery of states that a crash kept from being written.
    static func inspected(_ app: RegisteredApp?, tap: (@Sendable (String) async -> Bool)? = nil) -> InspectedApp {
        let rerunnable = app?.rerunnable
        var tests: (app: RegisteredApp, reducer: String)?
        if let rerunnable, let name = app?.reducerName { tests = (rerunnable, name) }
        let whatIf = WhatIfRunner { question, onStep in try RerunProcess.run(question, onStep: onStep) }
        // One at a time, as a process can have only one watch for traps.
        let lock = NSLock()
        let recovery: @Sendable (Timeline.UnknownStates, Timeline) throws -> Bool = { unknown, timeline in
            try lock.withLock {
                // Also on threads that inherit no task-local values.
                try RegisteredApp.$current.withValue(app) {
                    try StateRecoverer(write: { _ in }).recover(unknown, of: timeline)
                }
            }
        }
        return InspectedApp(
            html: app?.html,
            text: app?.screen,
            tap: tap,
            whatIf: rerunnable == nil ? nil : whatIf,
            recovery: rerunnable == nil ? nil : recovery,
            tests: tests,
            presentation: RegisteredApp.currentPresentation,
            questions: AnsweringCommands.all.flatMap { $0.tool.questions }
        )
    }

    private static func describe(_ error: any Error, of file: String?) -> FailureAnswer {
        guard let failure = Wording.failure(for: error) else { return FailureAnswer("\(error)") }
        let answer = FailureAnswer(failure.message, hint: failure.hint?.line(for: file))
        // As the person typed it.
        return file.map { answer.replacing(URL(fileURLWithPath: $0).path, with: $0) } ?? answer
    }
}

/// The system's default browser.
enum Browser {
    /// Opens an address; an error is ignored, as the address is also printed.
    static func open(_ url: URL) {
        #if os(macOS)
        let (program, arguments) = ("/usr/bin/open", [url.absoluteString])
        #else
        let (program, arguments) = ("/usr/bin/env", ["xdg-open", url.absoluteString])
        #endif
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try? process.run()
    }
}
