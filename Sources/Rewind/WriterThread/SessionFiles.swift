import Foundation
import RewindSession

/// The files of a new session, open for writing.
struct SessionFiles {
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
        (writer, crashLog) = try RecorderError.translating(at: url) {
            try SessionWriter.recording(
                into: url,
                facts: SessionMetadata.all(for: state, options: options),
                medium: options.durability.medium,
                protection: options.fileProtection.protectionClass
            ) { options.tell(.notCrashSafe(reason: RecorderError.text(of: $0))) }
        }
    }
}
