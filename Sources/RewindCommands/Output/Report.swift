#if os(macOS) || os(Linux)

import RewindTree

/// What a command tells: as JSON, which is its encoding, or as lines for people, which are made of the same values.
///
/// ``SessionCommand`` has an example.
public protocol Report: Encodable {
    /// The lines for people. Control characters that do not come from `style` are escaped when they are printed.
    ///
    /// - Throws: what keeps the values that are told from being told.
    func lines(style: Style) throws -> [String]
}

/// A value is told as it is.
extension Tree: Report {
    public func lines(style: Style) -> [String] { [prettyText()] }
}

extension Encoder {
    /// Encodes the members of an object by their names; those that are nil are left out.
    func encode(_ members: KeyValuePairs<String, (any Encodable)?>) throws {
        var container = container(keyedBy: TextKey.self)
        for case (let name, let value?) in members { try container.encode(value, forKey: TextKey(name)) }
    }
}

/// A member that is null where there is no value, rather than left out.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

/// Prints the items of a list, each as a line of JSON or as lines for people.
struct ReportPrinter {
    let isJSON: Bool
    let style: Style
    private let write: (String) -> Void
    private var encoder = TreeEncoder()

    init(isJSON: Bool, style: Style, write: @escaping (String) -> Void = Output.line) {
        (self.isJSON, self.style, self.write) = (isJSON, style, write)
    }

    mutating func print(_ report: some Report) throws {
        let style = style
        try print(report, lines: report.lines(style: style))
    }

    /// Prints an item; `lines` are those for people.
    mutating func print(_ item: some Encodable, lines: @autoclosure () throws -> [String]) throws {
        if isJSON {
            write(try encoder.encode(item).text)
        } else {
            for line in try lines() { write(line) }
        }
    }
}

extension OutputOptions {
    /// For the items of a list.
    var printer: ReportPrinter { ReportPrinter(isJSON: json, style: style) }

    /// Prints what a command tells on standard output: with `--json` on one line, else as lines for people. A command
    /// that tells a list prints each item.
    ///
    /// - Throws: what `report` throws.
    public func print(_ report: some Report) throws {
        var printer = printer
        try printer.print(report)
    }
}

#endif
