/// The commands in hints.
package enum Hint {
    /// Returns the commands in the error output of the tool; each is on the line after its hint.
    package static func commands(in errors: String) -> [String] {
        errors.matches(of: #/(?m)^Hint: .*:\n  (rewind .*)$/#).map { String($0.1) }
    }
}
