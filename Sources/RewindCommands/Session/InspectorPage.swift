#if os(macOS) || os(Linux)

import Foundation
import RewindInspector
import RewindReplay
import RewindTimeline

/// The inspector's page as a command shows it: until Ctrl-C.
package struct InspectorPage {
    private let files: [String]
    private let port: UInt16
    private let opens: Bool
    private let canWrite: Bool

    /// - Parameters:
    ///   - files: the paths of the sessions as they were given.
    ///   - port: 0 for a free one.
    ///   - opens: whether the browser is to show it at once.
    ///   - canWrite: whether the page may tell apps to travel, and change bookmarks and cursors.
    package init(files: [String], port: UInt16, opens: Bool, canWrite: Bool) {
        (self.files, self.port, self.opens, self.canWrite) = (files, port, opens, canWrite)
    }

    /// Serves it, prints its address, and ends at Ctrl-C.
    ///
    /// - Parameter tap: does what a tap on the app's present screen does, where the app runs in this process.
    /// - Throws: `SessionError` for a file that cannot be read; `CommandError.portTaken`.
    package func show(
        _ app: RegisteredApp?,
        isolation: isolated (any Actor)? = #isolation,
        tap: (@Sendable (String) async -> Bool)? = nil
    ) async throws {
        for file in files { try SessionArgument.timeline(at: file).session.close() }
        let interruption = Interruption.shared
        let inspector = Inspector(
            files.map { InspectedFile(url: URL(fileURLWithPath: $0), file: $0) },
            app: Self.inspected(app, tap: tap),
            version: Wording.version,
            canWrite: canWrite,
            describe: Self.describe
        )
        do {
            try await inspector.run(port: Int(port)) { url in
                Output.line(url.absoluteString)
                try Output.finish()
                if opens { Browser.open(url) }
                await interruption.requested()
            }
        } catch let error where Self.isPortTaken(error) {
            throw CommandError.portTaken(port)
        }
    }

    private static func inspected(_ app: RegisteredApp?, tap: (@Sendable (String) async -> Bool)?) -> InspectedApp {
        let rerunnable = app?.rerunnable
        var tests: (app: RerunnableApp, reducer: String)?
        if let rerunnable, let name = app?.reducerName { tests = (rerunnable, name) }
        let whatIf = WhatIfRunner { question, tell in try RerunProcess.run(question, tell: tell) }
        return InspectedApp(
            html: app?.html,
            text: app?.screen,
            tap: tap,
            whatIf: rerunnable == nil ? nil : whatIf,
            tests: tests,
            presentation: RegisteredApp.presentation
        )
    }

    private static func describe(_ error: any Error, of file: String?) -> FailureAnswer {
        guard let failure = Wording.failure(for: error) else { return FailureAnswer("\(error)") }
        return FailureAnswer(failure.message, hint: failure.hint.map { Wording.hint($0, for: file) })
    }

    private static func isPortTaken(_ error: any Error) -> Bool {
        "\(error)".contains("errno: \(EADDRINUSE)")
    }
}

/// The browser that the system opens addresses with.
enum Browser {
    /// Opens an address, if that can be done; whoever sees the address can do it by hand.
    static func open(_ url: URL) {
        #if os(macOS)
        let (program, arguments) = ("/usr/bin/open", [url.absoluteString])
        #else
        let (program, arguments) = ("/usr/bin/env", ["xdg-open", url.absoluteString])
        #endif
        #if os(macOS) || os(Linux)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try? process.run()
        #endif
    }
}

#endif
