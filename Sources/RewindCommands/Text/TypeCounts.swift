/// Numbers of actions by type.
enum TypeCounts {
    /// Each type with how often it is there, the most frequent first.
    static func text(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(TerminalText.line($0.key)) (\($0.value))" }
            .joined(separator: ", ")
    }
}
