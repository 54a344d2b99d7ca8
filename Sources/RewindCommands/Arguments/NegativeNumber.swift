import RewindTimeline

/// Negative numbers, which the parser would take for options.
enum NegativeNumber {
    /// Returns the arguments with another minus sign in negative numbers.
    static func replaced(in arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { argument in
            argument.contains(#/^-[0-9]/#) ? String(PointInTime.minus) + argument.dropFirst() : argument
        } + arguments[end...]
    }

    /// Returns an argument that is a text as it was given.
    @Sendable static func restored(_ argument: String) -> String {
        argument.first == PointInTime.minus && argument.dropFirst().first?.isASCII == true
            ? "-" + argument.dropFirst() : argument
    }
}
