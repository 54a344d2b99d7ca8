import Foundation
import RewindSession

/// The time and the tool of an export.
struct DocumentMaking: Sendable {
    let version: String
    let now: Date

    /// Returns a text with the start of the recording, in microseconds since 1970, and the export.
    func words(startedAt: String?) -> String {
        let style = Date.ISO8601FormatStyle().year().month().day().dateTimeSeparator(.space).time(
            includingFractionalSeconds: false
        )
        let start = startedAt.flatMap { Int64($0) }.map { Date(microseconds: $0) }
        let recorded = start.map { "recorded \($0.formatted(style)) UTC, " } ?? ""
        return "\(recorded)exported \(now.formatted(style)) UTC by rewind \(version)"
    }
}
