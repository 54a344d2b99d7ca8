/// Numbers with their nouns, for messages.
package enum CountedNoun {
    /// Returns the number and the noun, with an "s" unless the number is 1.
    package static func text(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Returns a number that may be a fraction, and the noun.
    package static func text(_ number: Double, _ noun: String) -> String {
        let digits = Int(exactly: number).map(String.init) ?? String(number)
        return "\(digits) \(noun)\(number == 1 ? "" : "s")"
    }
}
