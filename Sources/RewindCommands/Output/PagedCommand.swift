import ArgumentParser

/// A command whose output may be long, and goes through a pager on a terminal.
protocol PagedCommand: ParsableCommand {
    var output: OutputOptions { get }
    /// True if it prints continuously, so that nothing may be held back.
    var follow: Bool { get }
}

extension PagedCommand {
    var follow: Bool { false }

    /// True if the output goes through a pager.
    var isPaged: Bool { !output.noPager && !follow }
}
