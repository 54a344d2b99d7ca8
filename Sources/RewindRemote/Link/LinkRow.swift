import RewindSession
import RewindTree

/// A row of a session file, as it is sent: a line of JSON with the name of its table and its values.
///
/// A blob is an object with its bytes in hexadecimal: `{"blob":"0aff"}`.
package struct LinkRow: Hashable, Sendable {
    /// The tables that are sent. The index is not: it is made from the actions.
    package enum Table: String, CaseIterable, Sendable {
        case chunk
        case type = "action_type"
        case action
        case effect
        case outcome
        case snapshot
        case fact = "session"
        case bookmark

        /// The names of the columns, in the order of the values.
        package var columns: [String] {
            (SessionFormat.columns[rawValue] ?? []).map { String($0.prefix { $0 != " " }) }
        }
    }

    package let table: Table
    package let values: [SQLValue]

    package init(_ table: Table, _ values: [SQLValue]) {
        (self.table, self.values) = (table, values)
    }

    /// Reads the columns of a row of `table`.
    package init(_ table: Table, _ row: Row) {
        self.init(table, (0..<table.columns.count).map { row.value($0) ?? .null })
    }

    /// Reads a line; nil if it is not a row.
    package init?(_ tree: Tree) {
        guard case .array(let array) = tree, let name = array.elements.first?.string, let table = Table(rawValue: name)
        else { return nil }
        let values = array.elements.dropFirst().compactMap(SQLValue.init(sent:))
        guard values.count == table.columns.count, array.elements.count == values.count + 1 else { return nil }
        self.init(table, values)
    }

    /// Appends the line, with its line feed.
    package func write(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        bytes.append(jsonString: table.rawValue)
        for value in values {
            bytes.append(UInt8(ascii: ","))
            switch value {
            case .null: bytes.append(literal: "null")
            case .integer(let value): bytes.append(decimal: value)
            case .real(let value): bytes.append(contentsOf: Tree(value).text.utf8)
            case .text(let text): bytes.append(jsonString: text)
            case .blob(let blob):
                bytes.append(literal: "{\"blob\":")
                bytes.append(jsonString: blob.hexadecimal)
                bytes.append(UInt8(ascii: "}"))
            }
        }
        bytes.append(literal: "]\n")
    }

    /// Returns the integer in a column.
    package func int(_ column: Int) -> Int? {
        guard case .integer(let value) = values[column] else { return nil }
        return Int(exactly: value)
    }

    /// Returns the text in a column.
    package func text(_ column: Int) -> String? {
        guard case .text(let text) = values[column] else { return nil }
        return text
    }
}

extension SQLValue {
    /// Reads a value of a line; nil if it is not one.
    fileprivate init?(sent tree: Tree) {
        switch tree {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .double(let value): self = .real(value)
        case .string(let text): self = .text(text)
        case .object:
            guard let text = tree.child("blob")?.string, let bytes = [UInt8](hexadecimal: text) else { return nil }
            self = .blob(bytes)
        default: return nil
        }
    }
}
