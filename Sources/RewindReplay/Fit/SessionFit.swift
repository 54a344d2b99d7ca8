import RewindSession
import RewindTimeline
import RewindTree

/// Whether a session fits an app: whether this version of the app's types decodes what was recorded, and writes the same
/// again.
package struct SessionFit: Sendable {
    package enum Verdict: String, Sendable {
        /// All that was recorded is in the app's types, and nothing else.
        case fine
        /// Some of it is not, or the types add to it.
        case risky
        /// Some of it does not decode.
        case impossible
    }

    /// What was looked at.
    package enum Subject: Hashable, Sendable {
        case state
        case action(type: String)
    }

    /// What does not fit. Pointers have a `*` in the place of indices.
    package enum Remark: Hashable, Sendable {
        /// The file has nothing there; the type fills it in.
        case filled(Pointer)
        /// The type has no place for it.
        case ignored(Pointer)
        /// The type makes another value of it.
        case changed(Pointer)
        /// It does not decode.
        case undecodable(DecodingFailure)
        /// The reducer does not take actions of that type; it takes those of the other.
        case notAnAction(String)

        var isImpossible: Bool {
            switch self {
            case .undecodable, .notAnAction: true
            case .filled, .ignored, .changed: false
            }
        }
    }

    package struct Finding: Hashable, Sendable {
        package let subject: Subject
        package let remark: Remark
        /// Where it was found first.
        package let seq: Int
    }

    /// How many remarks about one subject are kept: the keys of a dictionary may be without number.
    private static let mostRemarks = 32

    package private(set) var findings: [Finding] = []
    /// The types of actions that no registered one has: how many of each.
    package internal(set) var unregistered: [String: Int] = [:]
    /// Those that were only reflected: how many of each.
    package internal(set) var reflected: [String: Int] = [:]
    /// How many actions were looked at.
    package internal(set) var actions = 0
    private var known: [Subject: Set<Remark>] = [:]

    package var verdict: Verdict {
        if findings.contains(where: \.remark.isImpossible) { return .impossible }
        return findings.isEmpty ? .fine : .risky
    }

    mutating func note(_ remark: Remark, about subject: Subject, at seq: Int) {
        guard known[subject, default: []].count < Self.mostRemarks else { return }
        guard known[subject, default: []].insert(remark).inserted else { return }
        findings.append(Finding(subject: subject, remark: remark, seq: seq))
    }

    /// Notes how what an app's type writes differs from what was recorded.
    mutating func compare(_ recorded: Tree, with written: Tree, _ subject: Subject, at seq: Int) {
        guard recorded != written else { return }
        compare(recorded, written, [], subject, seq)
    }

    private mutating func compare(_ old: Tree, _ new: Tree, _ path: [String], _ subject: Subject, _ seq: Int) {
        switch (old, new) {
        case (.object(let a), .object(let b)):
            for (key, value) in zip(a.keys, a.values) {
                if let other = b[key] {
                    StackRoom.growing { compare(value, other, path + [key], subject, seq) }
                } else {
                    note(.ignored(Pointer(path + [key])), about: subject, at: seq)
                }
            }
            for key in b.keys where a[key] == nil { note(.filled(Pointer(path + [key])), about: subject, at: seq) }
        case (.array(let a), .array(let b)) where a.elements.count == b.elements.count:
            for (value, other) in zip(a.elements, b.elements) {
                StackRoom.growing { compare(value, other, path + ["*"], subject, seq) }
            }
        default:
            if old != new { note(.changed(Pointer(path)), about: subject, at: seq) }
        }
    }
}
