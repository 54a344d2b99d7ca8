import RewindTree

/// The result of checking a session against an app: whether the types of this app version decode the recording, and
/// encode it unchanged.
package struct SessionFit: Sendable {
    package enum Verdict: String, Sendable {
        /// The app's types preserve everything that was recorded, and add nothing.
        case fine
        /// The types omit, change, or add values.
        case risky
        /// Some values cannot be decoded.
        case impossible
    }

    /// A checked value.
    package enum Subject: Hashable, Sendable {
        case state
        case action(type: String)
    }

    /// A mismatch. Pointers have `*` in place of indices.
    package enum Remark: Hashable, Sendable {
        /// The recording has no value there; the type adds one.
        case filled(Pointer)
        /// The type ignores the recorded value.
        case ignored(Pointer)
        /// The type changes the recorded value.
        case changed(Pointer)
        /// The value cannot be decoded.
        case undecodable(DecodingFailure)
        /// The reducer does not take actions of this type, but of the associated one.
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
        /// The first seq with this remark.
        package let seq: Int
    }

    /// The maximum number of remarks about one subject, as dictionaries may have any number of keys.
    private static let maximumRemarks = 32

    package private(set) var findings: [Finding] = []
    /// The number of actions of each type that is not registered.
    package internal(set) var unregistered: [String: Int] = [:]
    /// The number of actions of each type that were recorded by reflection only.
    package internal(set) var reflected: [String: Int] = [:]
    /// The number of actions of each type that cannot be decoded, or that the reducer does not take.
    package internal(set) var unusable: [String: Int] = [:]
    /// The number of actions checked.
    package internal(set) var actions = 0
    private var known: [Subject: Set<Remark>] = [:]

    package var verdict: Verdict {
        if findings.contains(where: \.remark.isImpossible) { return .impossible }
        return findings.isEmpty ? .fine : .risky
    }

    mutating func note(_ remark: Remark, about subject: Subject, at seq: Int) {
        guard known[subject, default: []].count < Self.maximumRemarks else { return }
        guard known[subject, default: []].insert(remark).inserted else { return }
        findings.append(Finding(subject: subject, remark: remark, seq: seq))
    }

    /// Records the differences between a recorded value and the app's encoding of it.
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
