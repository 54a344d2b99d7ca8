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

// Inlinable to be specialized for the forms of other modules.
extension Tree {
    /// Appends the text of this value in a form.
    /// - Complexity: O(size), plus the cost of the form.
    @inlinable
    package func write<Form: TextForm>(to bytes: inout [UInt8], in form: inout Form) throws(Form.Failure) {
        if try !form.write(self, level: 0, to: &bytes) { try writeParts(level: 0, to: &bytes, in: &form) }
    }

    // A single recursive function that does little else: each level of nesting needs a stack frame, which is large in
    // debug builds.
    @inlinable
    package func writeParts<Form: TextForm>(
        level: Int,
        to bytes: inout [UInt8],
        in form: inout Form
    ) throws(Form.Failure) {
        switch self {
        case .array(let node):
            bytes.append(UInt8(ascii: "["))
            for index in 0..<node.count {
                form.separate(index, level, &bytes)
                let element = node[index]
                if try form.write(element, level: level + 1, to: &bytes) { continue }
                try element.writeParts(level: level + 1, to: &bytes, in: &form)
            }
            form.end(node.count, level, &bytes)
            bytes.append(UInt8(ascii: "]"))
        case .object(let node):
            bytes.append(UInt8(ascii: "{"))
            for index in 0..<node.keys.count {
                form.separate(index, level, &bytes)
                form.write(name: node.keys[index], to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                if form.isIndented { bytes.append(UInt8(ascii: " ")) }
                let value = node.values[index]
                if try form.write(value, level: level + 1, to: &bytes) { continue }
                try value.writeParts(level: level + 1, to: &bytes, in: &form)
            }
            form.end(node.keys.count, level, &bytes)
            bytes.append(UInt8(ascii: "}"))
        default: writeScalar(to: &bytes)
        }
    }

    /// Appends the text of a scalar.
    package func writeScalar(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(literal: "null")
        case .bool(let value): bytes.append(literal: value ? "true" : "false")
        case .integer(let value): bytes.append(decimal: value)
        case .double(let value) where value.isFinite: bytes.append(contentsOf: value.description.utf8)
        case .double(let value): Tree(value).writeScalar(to: &bytes)
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .string(let text): bytes.append(jsonString: text)
        case .array, .object: break
        }
    }
}

extension TextForm {
    /// Appends what is in front of a child.
    @inlinable
    package func separate(_ index: Int, _ level: Int, _ bytes: inout [UInt8]) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        if isIndented { bytes.append(lineBreakAt: level + 1) }
    }

    /// Appends what is behind the last child.
    @inlinable
    package func end(_ count: Int, _ level: Int, _ bytes: inout [UInt8]) {
        if isIndented, count > 0 { bytes.append(lineBreakAt: level) }
    }
}

extension [UInt8] {
    /// Appends a new line and the indentation of a level.
    package mutating func append(lineBreakAt level: Int) {
        append(UInt8(ascii: "\n"))
        append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }
}
