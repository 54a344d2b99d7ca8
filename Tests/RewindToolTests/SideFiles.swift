import Foundation
import TestSupport

/// The side files of a recorder, parsed without Rewind's code.
struct SideFiles {
    /// The lines of dispatched actions, by number: one thread dispatches here, so it is their seq.
    let began: [Int: [String: Any]]
    /// The seqs of the actions whose reducer returned.
    let done: Set<Int>

    /// The seq of the last action dispatched.
    var last: Int { began.keys.max() ?? 0 }

    /// Reads the side files of the session `name`; incomplete lines are skipped.
    init(of name: String, in folder: TemporaryFolder) {
        var began: [Int: [String: Any]] = [:]
        var done: Set<Int> = []
        for suffix in ["-began", "-began2"] {
            guard let data = try? folder.read(name + suffix) else { continue }
            for line in data.split(separator: UInt8(ascii: "\n")) {
                guard let entry = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
                    continue
                }
                guard let number = entry["end"] as? Int else { continue }
                if entry["began"] as? Int == number { began[number] = entry }
                if entry["done"] as? Int == number, let seq = entry["seq"] as? Int { done.insert(seq) }
            }
        }
        self.began = began
        self.done = done
    }

    /// Returns true if a recording at `name` has reached action `seq`. This is fast.
    static func reached(_ seq: Int, of name: String, in folder: TemporaryFolder) -> Bool {
        ["-began", "-began2"].contains { suffix in
            guard let data = try? folder.read(name + suffix) else { return false }
            return String(decoding: data, as: UTF8.self).matches(of: /(?m)^{"began":([0-9]+),/)
                .contains { Int($0.1) ?? 0 >= seq }
        }
    }
}
