import ArgumentParser
import RewindTimeline

/// A count given as an argument, with a lower limit.
package struct CountArgument: ExpressibleByArgument, ExpressibleByIntegerLiteral {
    private let number: Int

    package init?(argument: String) {
        // See `RewindCommand`: the minus sign of a negative number has been replaced.
        guard let number = Int(argument.replacing(String(PointInTime.minus), with: "-")) else { return nil }
        self.number = number
    }

    package init(integerLiteral number: Int) {
        self.number = number
    }

    package var defaultValueDescription: String { String(number) }

    /// Returns the count.
    ///
    /// - Throws: `CommandError.countTooSmall`, which names the option.
    package func number(for option: String, least: Int = 1) throws -> Int {
        guard number >= least else { throw CommandError.countTooSmall(option: option, least: least) }
        return number
    }
}

extension CountArgument {
    /// The commands in which `-20` is short for `-n 20`, as their arguments are not REFs.
    private static let commands: Set = ["log", "ls", "history", "search", "watch", "sql", "undo", "redo"]
    /// The options that take a number themselves.
    private static let options: Set = ["--around", "--limit", "-n"]

    /// Returns the arguments with `-20` as `-n20` in the commands that allow it.
    static func withNames(_ arguments: [String]) -> [String] {
        guard let name = arguments.first, commands.contains(name) else { return arguments }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let words = zip(arguments, arguments[1..<end]).map { previous, argument in
            guard !options.contains(previous), argument.wholeMatch(of: #/-[0-9]+/#) != nil else { return argument }
            return "-n" + argument.dropFirst()
        }
        return [name] + words + arguments[end...]
    }
}

/// The option that limits the number of items printed.
struct LimitOption: ParsableArguments {
    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        help: ArgumentHelp("Maximum number of items", valueName: "count")
    )
    var limit: CountArgument?

    /// - Throws: `CommandError.countTooSmall`.
    var number: Int? {
        get throws { try limit?.number(for: "--limit") }
    }
}

/// The options for the order and length of a list.
struct ListOptions: ParsableArguments {
    @Flag(help: "Newest first")
    var reverse = false

    @OptionGroup var limit: LimitOption
}

/// The option for the number of steps that the cursor moves.
struct StepsOption: ParsableArguments {
    @Option(name: .customShort("n", allowingJoined: true), help: ArgumentHelp("Number of actions", valueName: "count"))
    var n: CountArgument = 1

    /// - Throws: `CommandError.countTooSmall`.
    var number: Int {
        get throws { try n.number(for: "-n") }
    }
}
