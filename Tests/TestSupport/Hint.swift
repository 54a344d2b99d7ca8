/// The commands in a hint.
package enum Hint {
    /// Returns the commands after "Hint:". If the sentence continues after a command, it does so with one of these
    /// words, which no command has in that position.
    package static func commands(in errors: String) -> [String] {
        let command =
            #/(?: |^)rewind (?!that\b|of\b)[a-z]+(?: (?:(?!lists|prints|tells|goes|records|moves|shows|makes|saves|has|all of|recovers|lets|the\b|what\b|and\b)[^\n;])+)?/#
        return errors.split(separator: "\n").filter { $0.hasPrefix("Hint: ") }.flatMap { line in
            line.matches(of: command).map { found in
                String(found.output.drop { $0 == " " }).replacing(#/[ .,?:]+$/#, with: "")
            }
        }
    }
}
