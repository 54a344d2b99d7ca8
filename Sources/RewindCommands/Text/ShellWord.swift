/// An argument as written in a shell.
package enum ShellWord {
    /// Returns the argument, quoted if necessary.
    package static func text(_ argument: String) -> String {
        let isPlain = argument.allSatisfy { $0.isLetter || $0.isNumber || "/._-+@%".contains($0) }
        return isPlain && !argument.isEmpty ? argument : "'" + argument.replacing("'", with: "'\\''") + "'"
    }

    /// Returns the path of a file, which does not look like an option then.
    package static func path(_ path: String) -> String {
        text(path.hasPrefix("-") ? "./" + path : path)
    }
}
