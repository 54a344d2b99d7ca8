#if os(macOS) || os(Linux)

import Foundation

/// The time and the tool of an export.
struct DocumentMaking: Sendable {
    let version: String
    let now: Date

    /// Returns a text with the start of the recording, in microseconds since 1970, and the export.
    func words(startedAt: String?) -> String {
        let style = Date.ISO8601FormatStyle().year().month().day().dateTimeSeparator(.space).time(
            includingFractionalSeconds: false
        )
        let start = startedAt.flatMap(Double.init).map { Date(timeIntervalSince1970: $0 / 1_000_000) }
        let recorded = start.map { "recorded \($0.formatted(style)) UTC, " } ?? ""
        return "\(recorded)exported \(now.formatted(style)) UTC by rewind \(version)"
    }
}

#endif
