/// A form of JSON text, such as compact or indented, with the values that it writes differently.
package protocol TextForm {
    associatedtype Failure: Error = Never

    /// True if each child of a container is on a separate line, indented by its level.
    var isIndented: Bool { get }

    /// Appends the name of a member as a JSON string.
    mutating func write(name: String, to bytes: inout [UInt8])

    /// Appends a value that this form writes differently, or returns false for the usual text.
    /// - Parameter level: The number of containers around the value.
    mutating func write(_ value: Tree, level: Int, to bytes: inout [UInt8]) throws(Failure) -> Bool
}

extension TextForm {
    package var isIndented: Bool { false }

    package func write(name: String, to bytes: inout [UInt8]) {
        bytes.append(jsonString: name)
    }

    package func write(_ value: Tree, level: Int, to bytes: inout [UInt8]) -> Bool { false }
}

extension Tree {
    /// Appends the text of this value in a form.
    /// - Complexity: O(size), plus the cost of the form.
    // Inlinable to be specialized for the forms of other modules.
    @inlinable
    package func write<Form: TextForm>(
        to bytes: inout [UInt8],
        in form: inout Form,
        level: Int = 0
    ) throws(Form.Failure) {
        // A single recursive function, because each further call per level would need stack, especially in debug builds.
        if try form.write(self, level: level, to: &bytes) { return }
        switch self {
        case .array(let node):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in node.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                if form.isIndented { bytes.append(lineBreakAt: level + 1) }
                try element.write(to: &bytes, in: &form, level: level + 1)
            }
            if form.isIndented, !node.isEmpty { bytes.append(lineBreakAt: level) }
            bytes.append(UInt8(ascii: "]"))
        case .object(let node):
            bytes.append(UInt8(ascii: "{"))
            for index in node.keys.indices {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                if form.isIndented { bytes.append(lineBreakAt: level + 1) }
                form.write(name: node.keys[index], to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                if form.isIndented { bytes.append(UInt8(ascii: " ")) }
                try node.values[index].write(to: &bytes, in: &form, level: level + 1)
            }
            if form.isIndented, !node.keys.isEmpty { bytes.append(lineBreakAt: level) }
            bytes.append(UInt8(ascii: "}"))
        case .null: bytes.append(literal: "null")
        case .bool(let value): bytes.append(literal: value ? "true" : "false")
        case .integer(let value): bytes.append(decimal: value)
        case .double(let value) where value.isFinite: bytes.append(contentsOf: value.description.utf8)
        case .double(let value): Tree(value).write(to: &bytes)
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .string(let text): bytes.append(jsonString: text)
        }
    }
}

extension [UInt8] {
    /// Appends a new line and the indentation of a level.
    package mutating func append(lineBreakAt level: Int) {
        append(UInt8(ascii: "\n"))
        append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }
}
