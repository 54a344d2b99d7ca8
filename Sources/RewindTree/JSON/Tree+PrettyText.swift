extension Tree {
    /// Returns JSON text for reading: one member a line, `[]` and `{}` for empty containers.
    /// - Parameter indent: The number of spaces a level.
    /// - Complexity: O(size), and the indentation.
    package func prettyText(indent: Int = 2) -> String {
        var bytes: [UInt8] = []
        writePretty(to: &bytes, indent: indent, level: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func writePretty(to bytes: inout [UInt8], indent: Int, level: Int) {
        func newLine(_ level: Int) {
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(indent, 0) * level))
        }
        switch self {
        case .array(let node) where !node.isEmpty:
            bytes.append(UInt8(ascii: "["))
            for (index, element) in node.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                newLine(level + 1)
                element.writePretty(to: &bytes, indent: indent, level: level + 1)
            }
            newLine(level)
            bytes.append(UInt8(ascii: "]"))
        case .object(let node) where !node.keys.isEmpty:
            bytes.append(UInt8(ascii: "{"))
            for index in node.keys.indices {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                newLine(level + 1)
                Self.write(string: node.keys[index], to: &bytes)
                bytes.append(contentsOf: ": ".utf8)
                node.values[index].writePretty(to: &bytes, indent: indent, level: level + 1)
            }
            newLine(level)
            bytes.append(UInt8(ascii: "}"))
        default:
            write(to: &bytes)
        }
    }
}
