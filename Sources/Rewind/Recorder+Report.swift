import Foundation
import RewindSession

extension Recorder {
    /// Marks the moment and returns one file to share, with everything up to now: for a button or a shake.
    ///
    /// ```swift
    /// let file = try recorder.report(note: "The list is empty.")
    /// ```
    ///
    /// The moment has a bookmark, `report`, and `report-2` for a second report. The recording continues. The file is in
    /// the temporary folder, and belongs to the app; the system removes it later.
    ///
    /// Waits up to two seconds for what is not written yet, such as after a burst; if that is not enough, or nothing can
    /// be written, the file ends earlier.
    ///
    /// - Parameter note: What the user saw; at most 10,000 characters are kept. Masks do not apply to it.
    /// - Throws: `RecorderError`, `.notRecording` if there is no session.
    public func report(note: String? = nil) throws(RecorderError) -> URL {
        guard let url, isRecording else { throw RecorderError(.notRecording, path: url?.path ?? "") }
        let number = nextReport()
        let name = number == 1 ? "report" : "report-\(number)"
        bookmark(name, note: note.map(Bookmark.usable(note:)))
        flush(atMost: .seconds(2))
        return try exported(url, as: name)
    }

    /// Marks the moment and returns one file to share, as the other function of this name does, without blocking a thread
    /// of the app.
    ///
    /// - Throws: `RecorderError`, `.notRecording` if there is no session.
    public func report(note: String? = nil) async throws(RecorderError) -> URL {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(returning: Result { () throws(RecorderError) in try self.report(note: note) })
            }
        }
        return try result.get()
    }

    private func exported(_ url: URL, as name: String) throws(RecorderError) -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rewind-\(UUID().uuidString)")
        try RecorderError.translating(at: folder) {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        let output = folder.appendingPathComponent("\(url.deletingPathExtension().lastPathComponent)-\(name).rewind")
        try StoredSession(at: url).export(to: output)
        return output
    }
}
