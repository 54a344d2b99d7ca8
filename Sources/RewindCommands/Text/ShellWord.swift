#if os(macOS) || os(Linux)

/// An argument as it is written in a shell.
package enum ShellWord {
    /// The argument, in quotes where that is necessary.
    package static func text(_ argument: String) -> String {
        let isPlain = argument.allSatisfy { $0.isLetter || $0.isNumber || "/._-+@%".contains($0) }
        return isPlain && !argument.isEmpty ? argument : "'" + argument.replacing("'", with: "'\\''") + "'"
    }
}

#endif
