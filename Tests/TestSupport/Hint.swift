/// The commands that a hint says to run.
package enum Hint {
    /// Those that stand in an output behind "Hint:". Where a sentence goes on behind one, it does so with one of these
    /// words, which no command has at that place.
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
