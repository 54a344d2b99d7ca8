import Foundation
import RewindBridge
import RewindSession
import RewindTimeline
import RewindUpkeep

/// A file of another tool: it is refused, or becomes a sound session whose export is imported again.
enum BridgeTarget {
    static func run(_ bytes: [UInt8]) {
        guard let session = try? ForeignSession(parsing: bytes) else { return }
        Scratch.start(with: [])
        do {
            let text = try write(session, to: Scratch.url("imported.rewind"))
            let again = try write(ForeignSession(parsing: text), to: Scratch.url("again.rewind"))
            require(again == text, "The export of the imported file is imported differently")
        } catch {
            require(false, "The imported file cannot be used: \(error)")
        }
    }

    /// Writes a sound session, and returns its export.
    private static func write(_ session: ForeignSession, to url: URL) throws -> [UInt8] {
        _ = try SessionImport.run(session.lifted, from: session.form.rawValue, to: url, time: 0)
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        let findings = try SessionCheck.run(timeline.session).findings
        require(findings.isEmpty, "The imported session has \(findings)")
        var text: [UInt8] = []
        let export = try LiftedStateExport(of: timeline, from: 1, to: timeline.last)
        try export.run(progress: { _ in }) { text += $0 }
        return text
    }
}
