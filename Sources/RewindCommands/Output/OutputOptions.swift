import ArgumentParser
import Foundation

/// The option of commands that print times.
struct TimeOptions: ParsableArguments {
    @Flag(help: "Print and read times in UTC, not in local time")
    var utc = false

    func validate() {
        // Before any time is read or printed.
        if utc { setenv("TZ", "UTC", 1) }
    }
}

/// The options of every command: `--json` and `--color`.
public struct OutputOptions: ParsableArguments {
    enum Color: String, ExpressibleByArgument, CaseIterable {
        case auto
        case always
        case never

        /// The style of the output.
        var style: TextStyle {
            switch self {
            case .always: TextStyle(isOn: true)
            case .never: TextStyle(isOn: false)
            case .auto: TextStyle(isOn: Output.isTerminal && OutputOptions.environmentAllowsColor)
            }
        }
    }

    /// True if JSON was requested.
    @Flag(help: "Print JSON: one document, or a line for each item of a list")
    public var json = false

    @Option(help: ArgumentHelp("When to use colors", valueName: "when"))
    var color = Color.auto

    @Flag(help: "Do not use a pager for long output")
    var noPager = false

    @OptionGroup var times: TimeOptions

    public init() {}

    /// The style of the output.
    var style: TextStyle { color.style }

    /// True unless NO_COLOR (<https://no-color.org>) or a dumb terminal disables colors.
    static var environmentAllowsColor: Bool {
        let environment = ProcessInfo.processInfo.environment
        return (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
}
