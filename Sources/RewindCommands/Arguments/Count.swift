#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline

/// How many: a number that is not too small.
package struct Count: ExpressibleByArgument, ExpressibleByIntegerLiteral {
    private let number: Int

    package init?(argument: String) {
        // See `RewindCommand`: a number below 0 comes with another sign.
        guard let number = Int(argument.replacing(String(Reference.minus), with: "-")) else { return nil }
        self.number = number
    }

    package init(integerLiteral number: Int) {
        self.number = number
    }

    package var defaultValueDescription: String { String(number) }

    /// - Throws: `CommandError.countTooSmall`, which names the option.
    package func number(for option: String, least: Int = 1) throws -> Int {
        guard number >= least else { throw CommandError.countTooSmall(option: option, least: least) }
        return number
    }
}

/// How many items of a list are printed.
struct LimitOption: ParsableArguments {
    @Option(name: [.customShort("n"), .long], help: "At most so many.")
    var limit: Count?

    /// - Throws: `CommandError.countTooSmall`.
    var number: Int? {
        get throws { try limit?.number(for: "--limit") }
    }
}

/// In which order a list is printed, and how much of it.
struct ListOptions: ParsableArguments {
    @Flag(help: "The latest first.")
    var reverse = false

    @OptionGroup var limit: LimitOption
}

/// How far the cursor goes.
struct StepsOption: ParsableArguments {
    @Option(name: .short, help: ArgumentHelp("How many actions.", valueName: "count"))
    var n: Count = 1

    /// - Throws: `CommandError.countTooSmall`.
    var number: Int {
        get throws { try n.number(for: "-n") }
    }
}

#endif
