import RewindTree

/// The result of a command: as JSON, which is its encoding, or as lines of text made from the same values.
///
/// ``SessionCommand`` has an example.
public protocol CommandReport: Encodable {
    /// Returns the lines of text, of any length. Control characters that do not come from `style` are escaped when they
    /// are printed.
    ///
    /// - Throws: An error that keeps the values from being shown.
    func lines(style: TextStyle) throws -> [String]
}

/// A tree is printed as is.
extension Tree: CommandReport {
    public func lines(style: TextStyle) -> [String] { [prettyText] }
}

extension Encoder {
    /// Encodes the members of an object by their names; nil members are omitted.
    func encode(_ members: KeyValuePairs<String, (any Encodable)?>) throws {
        var container = container(keyedBy: TextKey.self)
        for case (let name, let value?) in members { try container.encode(value, forKey: TextKey(name)) }
    }
}

/// A member that is encoded as null if it has no value, instead of being omitted.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

/// Prints the items of a list, each as a line of JSON or as lines of text.
struct ReportPrinter {
    let isJSON: Bool
    let style: TextStyle
    private let write: (String) -> Void
    private var encoder = TreeEncoder()

    init(isJSON: Bool, style: TextStyle, write: @escaping (String) -> Void = Output.line) {
        self.isJSON = isJSON
        self.style = style
        self.write = write
    }

    mutating func print(_ report: some CommandReport) throws {
        let style = style
        try print(report, lines: report.lines(style: style))
    }

    /// Prints an item; `lines` are its lines of text.
    mutating func print(_ item: some Encodable, lines: @autoclosure () throws -> [String]) throws {
        if isJSON {
            write(try encoder.encode(item).text)
        } else {
            for line in try lines() { write(line) }
        }
    }
}

extension OutputOptions {
    /// The printer for the items of a list.
    var printer: ReportPrinter { ReportPrinter(isJSON: json, style: style) }

    /// Prints the result of a command on standard output: as one line with `--json`, else as lines of text. For a list,
    /// print each item.
    ///
    /// - Throws: Any error of `report`.
    public func print(_ report: some CommandReport) throws {
        var printer = printer
        try printer.print(report)
    }
}
