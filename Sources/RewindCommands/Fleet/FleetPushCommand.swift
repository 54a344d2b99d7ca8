#if Fleet

import ArgumentParser
import Foundation
import RewindFleet
import RewindSession

/// `rewind fleet push`: stores sessions.
struct FleetPushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Store sessions in the database.",
        usage: "rewind fleet push <file-or-dir> ... [--jobs <count>] [--database <url>]",
        discussion: """
            Each session is checked as by "rewind verify", and stored whole or not at all. A session that is there \
            already is skipped, so that the command can be repeated after it was stopped. Sessions that are being \
            recorded, damaged, or of a newer version are named, and the exit status is 2.

              rewind fleet push crash.rewind
              rewind fleet push sessions/ --jobs 8
            """
    )

    @Argument(help: ArgumentHelp("Sessions, or folders of sessions", valueName: "file-or-dir"))
    var paths: [String]

    @Option(help: ArgumentHelp("Number of sessions stored at once", valueName: "count"))
    var jobs = ProcessInfo.processInfo.activeProcessorCount

    @OptionGroup var fleet: FleetOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if paths.isEmpty { throw ValidationError("Missing expected argument '<file-or-dir>'") }
        guard 1...64 ~= jobs else { throw ValidationError.jobs }
    }

    func run() throws {
        let files = try paths.flatMap { path in
            let files = try LsCommand.files(in: path)
            if files.isEmpty { Output.note(.noSessions(folder: path)) }
            return files
        }
        let address = try fleet.address
        let work = PushWork(files)
        DispatchQueue.concurrentPerform(iterations: min(jobs, max(1, files.count))) { _ in work.run(address) }
        let (report, error) = work.report()
        if report.count > 0 || error == nil { try output.print(report) }
        if let error { throw error }
        if !report.failures.isEmpty { throw ExitCode(2) }
    }
}

/// The sessions to store, and the result, shared by threads.
///
/// Safe to share because its state is only accessed under `lock`.
private final class PushWork: @unchecked Sendable {
    private let lock = NSLock()
    private let files: [String]
    private var next = 0
    private var result = PushReport()
    /// The first error that kept a thread from storing sessions.
    private var error: (any Error)?
    private let progress = ProgressReporter()

    init(_ files: [String]) {
        self.files = files
    }

    /// Returns the result after all threads have ended, and the error that kept some of them from storing the rest.
    func report() -> (PushReport, (any Error)?) {
        lock.withLock {
            progress.end()
            return (result, error)
        }
    }

    /// Stores sessions in the database at `address` until there are no more.
    func run(_ address: String) {
        do {
            try storeAll(in: FleetOptions.open(address))
        } catch {
            lock.withLock { self.error = self.error ?? error }
        }
    }

    private func storeAll(in fleet: FleetDatabase) throws {
        while let file = takeFile() {
            do {
                let stored = try fleet.push(URL(fileURLWithPath: file)) { _ in try self.showProgress() }
                lock.withLock { result.add(stored) }
            } catch let error as FleetError {
                guard case .unfit = error else { throw error }
                note(error, about: file)
            } catch let error as SessionError {
                note(error, about: file)
            }
        }
    }

    private func takeFile() -> String? {
        lock.withLock {
            defer { next += 1 }
            return next < files.count ? files[next] : nil
        }
    }

    private func note(_ error: any Error, about file: String) {
        let message = Wording.failure(for: error)?.message ?? "\(file) cannot be read."
        lock.withLock { result.failures.append(PushReport.Failure(file: file, problem: message)) }
    }

    private func showProgress() throws {
        try lock.withLock { try progress.step("storing sessions", done: result.count, of: files.count) }
    }
}

private struct PushReport: CommandReport {
    struct Failure: Encodable {
        let file: String
        let problem: String
    }

    private var stored = 0
    private var known = 0
    private var actions = 0
    var failures: [Failure] = []

    var count: Int { stored + known + failures.count }

    mutating func add(_ result: PushResult) {
        switch result {
        case .known: known += 1
        case .stored(_, let actions):
            stored += 1
            self.actions += actions
        }
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode(["stored": stored, "known": known, "actions": actions, "failed": failures])
    }

    func lines(style: TextStyle) -> [String] {
        let sessions = BriefText.count(stored, "session")
        return failures.map(\.problem)
            + ["\(sessions) stored with \(BriefText.count(actions, "action")); \(known) already there"]
            + (failures.isEmpty ? [] : ["\(BriefText.count(failures.count, "session")) not stored"])
    }
}

#endif
