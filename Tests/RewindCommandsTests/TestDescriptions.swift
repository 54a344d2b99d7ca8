import RewindSession
import RewindTimeline
import RewindUpkeep
import Testing

// Short descriptions of large arguments in test reports.

extension ActionRecord: CustomTestStringConvertible {
    package var testDescription: String { "action \(seq), \(status)" }
}

extension SessionScrub.Report: CustomTestStringConvertible {
    package var testDescription: String { "\(masked) masked, \(texts) texts, \(shortValues) short values" }
}

extension TextFind: CustomTestStringConvertible {
    public var testDescription: String { "\(kind) in \(part) of \(seq)" }
}
