import ArgumentParser

/// Returns the message about wrong arguments; nil if the command accepts them.
func usageError<Command: ParsableArguments>(of command: Command.Type, _ arguments: [String]) -> String? {
    do {
        _ = try Command.parse(arguments)
        return nil
    } catch {
        return Command.message(for: error)
    }
}
