import Foundation
import RewindTree

/// A JSON text: parsing and writing it round-trips, and Foundation parses the same value.
enum JSONTarget {
    static func run(_ bytes: [UInt8]) {
        let tree: Tree
        do {
            tree = try Tree(parsing: bytes)
        } catch {
            require((0...bytes.count).contains(error.offset), "The error is at byte \(error.offset)")
            require((try? Tree(parsingUnique: bytes)) == nil, "Refused, and read as a text with unique keys")
            // Foundation is no oracle here: for example, it accepts commas at the end of arrays and objects.
            return
        }
        let text = tree.text
        require((try? Tree(parsing: text)) == tree, "The text \(text) is another value")
        require((try? Tree(parsing: text))?.text == text, "The text \(text) is written differently")
        require((try? Tree(parsing: tree.prettyText)) == tree, "The indented text of \(text) is another value")
        do {
            require(try Tree(parsingUnique: bytes) == tree, "Another value with unique keys")
        } catch {
            require(error.reason == .duplicateMember, "With unique keys: \(error)")
        }
        // Foundation does not parse numbers beyond the range of a double.
        guard !tree.hasLongNumber else { return }
        let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        require(other.map { tree.agrees(with: $0) } == true, "Foundation reads \(text) as \(String(describing: other))")
    }
}

extension Tree {
    fileprivate var hasLongNumber: Bool {
        switch self {
        case .number: true
        case .array(let node): node.contains(where: \.hasLongNumber)
        case .object(let node): node.values.contains(where: \.hasLongNumber)
        case .null, .bool, .integer, .double, .string: false
        }
    }

    fileprivate func agrees(with other: Any) -> Bool {
        switch self {
        case .null: other is NSNull
        case .bool(let value): (other as? NSNumber)?.boolValue == value
        // Foundation parses numbers with an exponent or a fraction inexactly.
        case .integer, .double: other is NSNumber
        case .number: true
        case .string(let text): (other as? String).map { Array($0.utf8) } == Array(text.utf8)
        case .array(let node):
            (other as? [Any]).map { $0.count == node.count && zip(node, $0).allSatisfy { $0.agrees(with: $1) } } == true
        case .object(let node):
            // Foundation treats keys as equal that differ in their Unicode normalization.
            (other as? [String: Any]).map { $0.count == Set(node.keys).count } == true
        }
    }
}
