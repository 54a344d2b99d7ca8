import Foundation
import RewindInspector
import RewindListen
import RewindReplay
import RewindServer
import RewindSession
import RewindTimeline

/// Serves the inspector until Ctrl-C.
package struct InspectorPage {
    /// The first port that is tried if none is chosen, so that the addresses of pages stay valid.
    static let usualPort = 7777

    private let files: [String]
    private let discover: @Sendable (Set<String>) -> [String]
    private let port: UInt16?
    private let opens: Bool
    private let canWrite: Bool

    /// - Parameters:
    ///   - files: The paths of the sessions, as given.
    ///   - discover: Returns paths that are not known yet of sessions that have appeared.
    ///   - port: The port; 0 for any free one, nil for the usual one or the next that is free.
    ///   - opens: Whether to open the browser.
    ///   - canWrite: Whether the page may steer apps, and change bookmarks and cursors.
    package init(
        files: [String],
        discover: @escaping @Sendable (Set<String>) -> [String] = { _ in [] },
        port: UInt16?,
        opens: Bool,
        canWrite: Bool
    ) {
        self.files = files
        self.discover = discover
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
        let discover = discover
        let inspector = Inspector(
            files.map(Self.file),
            discover: { known in discover(known).map(Self.file) },
            app: Self.inspected(app, tap: tap),
            version: SessionFormat.packageVersion,
            token: Self.token(),
            canWrite: canWrite,
            fleet: fleet,
            describe: Self.describe
        )
        let ports = port.map { [Int($0)] } ?? Array(Self.usualPort..<Self.usualPort + 20) + [0]
        try await inspector.run(ports: ports) { url in
            Output.message("Open this page; Ctrl-C ends it.")
            Output.line(url.absoluteString)
            try Output.finish()
            if opens { Browser.open(url) }
            await interruption.requested()
        }
    }

    private static func file(at path: String) -> InspectedFile {
        InspectedFile(url: URL(fileURLWithPath: path), file: path)
    }

    /// Returns the token that is kept in the configuration folder, so that links stay valid; a new one if that cannot be
    /// used, as on a read-only disk.
    private static func token() -> String {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? "."
        let parent = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        let folder = URL(fileURLWithPath: parent).appending(path: "rewind")
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            return try KeptToken.read(at: folder.appending(path: "inspect-token"))
        } catch {
            Output.note(.tokenNotKept(folder: folder.path))
            return .secret()
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
        // It was there when the page opened, so another name would not help.
        if let file, case SessionError.notFound = error { return FailureAnswer("\(file) was deleted or moved.") }
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
