import RewindSession
import RewindTimeline
import RewindUpkeep
import Testing

// What a test report says of arguments that hold more than anybody wants to read there.

extension ActionRecord: CustomTestStringConvertible {
    package var testDescription: String { "action \(seq), \(status)" }
}

extension SessionScrub.Report: CustomTestStringConvertible {
    package var testDescription: String { "\(masked) masked, \(texts) texts, \(shortValues) short values" }
}

extension TextFind: CustomTestStringConvertible {
    package var testDescription: String { "\(kind) in \(part) of \(seq)" }
}
