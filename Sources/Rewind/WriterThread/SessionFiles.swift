import Foundation
import RewindSession

/// The files of a new session, open for writing.
struct SessionFiles {
    /// The identifier of the session.
    let id: String
    let writer: SessionWriter
    let crashLog: CrashLog

    /// Creates the files at `url`: all of them or none.
    ///
    /// - Throws: `RecorderError`.
    init<State>(creatingAt url: URL, for state: State.Type, _ options: RecorderOptions) throws(RecorderError) {
        // iOS ends an app that is suspended while it holds a lock on a file in a shared container.
        guard !url.standardizedFileURL.path.contains("/Containers/Shared/AppGroup/") else {
            throw RecorderError(.inAppGroup, path: url.path)
        }
        let facts = SessionMetadata.all(for: state, options: options)
        id = facts[SessionFact.idKey] ?? ""
        (writer, crashLog) = try RecorderError.translating(at: url) {
            try SessionWriter.recording(
                into: url,
                facts: facts,
                medium: options.durability.medium,
                protection: options.fileProtection.protectionClass
            ) { options.tell(.notCrashSafe(reason: RecorderError.text(of: $0))) }
        }
    }
}
