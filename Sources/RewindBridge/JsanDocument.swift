import Foundation
import RewindSession
import RewindTree

/// A JSON text of [jsan](https://github.com/kolodny/jsan), with which Redux DevTools serializes values.
///
/// jsan writes what JSON does not have as `{"$jsan":"…"}`. A reference to another place of the document, as
/// `{"$jsan":"$.path"}`, is replaced by the value there; one that leads nowhere, or to a value around it, stays. A Map
/// or Set is opened as `{"$jsan":"m","value":[…]}`, with `l` for a Set. All other special values stay as written, so
/// that `JsanForm` writes the same values again.
package struct JsanDocument {
    private struct Resolved {
        let tree: Tree
        var levels = 0
        var bytes: Int
    }

    /// The minimum length of a value with references that is refused, in bytes. A longer document may have larger ones.
    private static let minimumLimit = 16 << 20

    /// The value as written.
    package let root: Tree
    /// What was replaced in the text, and in the values that were read.
    package private(set) var repairs = JSONRepairs()
    /// The place of the text in another document.
    private let origin: Pointer
    private let hasReferences: Bool
    private let limit: Int
    private var known: [ObjectIdentifier: Resolved] = [:]
    /// The containers that are being resolved.
    private var open: Set<ObjectIdentifier> = []
    private var place = Pointer.root

    /// Parses a text, which may begin with a byte order mark. `place` is that of the text if it is a string in another
    /// document.
    ///
    /// - Throws: `BridgeError.syntax`.
    package init(parsing bytes: [UInt8], at place: Pointer = .root) throws(BridgeError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = bytes.starts(with: mark) ? mark.count : 0
        do {
            var found = JSONRepairs()
            root = try Tree(repairing: Array(bytes[start...]), &found)
            repairs.add(found, within: place)
        } catch {
            let before = bytes[start..<min(bytes.count, start + error.offset)]
            let line = before.count { $0 == UInt8(ascii: "\n") } + 1
            let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
            throw .syntax(error.reason, line: line, column: column, within: place)
        }
        origin = place
        hasReferences = Data(bytes).range(of: Data("$jsan".utf8)) != nil
        limit = max(Self.minimumLimit, bytes.count)
    }

    private init(body: Tree, of outer: JsanDocument) {
        root = body
        (origin, repairs) = (outer.origin, outer.repairs)
        hasReferences = true
        limit = outer.limit
        place = outer.place
    }

    /// Returns a value of the document with references resolved, and without parts that are nested too deeply.
    ///
    /// - Complexity: Linear in the parts of the document that were not resolved before.
    /// - Throws: `BridgeError.tooLarge` with `place`.
    package mutating func value(_ raw: Tree, at place: Pointer) throws(BridgeError) -> Tree {
        self.place = place
        guard hasReferences else {
            return raw.fits(at: Tree.readableDepth - Tree.depthLimit) ? raw : cut { raw.cut(to: Tree.depthLimit) }
        }
        let value = try resolve(raw, level: 0)
        guard value.bytes <= limit else { throw .tooLarge(place) }
        return value.tree
    }

    /// Returns what stands for a value that is nested too deeply.
    private mutating func cut(_ tree: () -> Tree = { .tooDeep }) -> Tree {
        repairs.add(.tooDeep, at: Pointer(origin.tokens + place.tokens))
        return tree()
    }

    private mutating func resolve(_ raw: Tree, level: Int) throws(BridgeError) -> Resolved {
        guard let node = raw.node else { return Resolved(tree: raw, bytes: (raw.string?.utf8.count ?? 6) + 2) }
        let id = ObjectIdentifier(node)
        if known[id] == nil {
            guard level < Tree.depthLimit else { return Resolved(tree: cut(), bytes: 0) }
            open.insert(id)
            known[id] = try StackRoom.growing { () throws(BridgeError) in
                if let value = try special(raw, level: level) { return value }
                return try container(raw, level: level)
            }
            open.remove(id)
        }
        guard let value = known[id], level + value.levels <= Tree.depthLimit else {
            return Resolved(tree: cut(), bytes: 0)
        }
        return value
    }

    private mutating func container(_ raw: Tree, level: Int) throws(BridgeError) -> Resolved {
        var (bytes, levels, isChanged) = (2, 0, false)
        var children: [Tree] = []
        let values =
            switch raw {
            case .array(let array): array.elements
            case .object(let object): object.values
            default: [Tree]()
            }
        for value in values {
            let child = try resolve(value, level: level + 1)
            isChanged = isChanged || !child.tree.isIdentical(to: value)
            levels = max(levels, child.levels)
            bytes += child.bytes + 1
            guard bytes <= limit else { throw .tooLarge(place) }
            children.append(child.tree)
        }
        var tree = raw
        if case .object(let object) = raw {
            bytes += object.keys.reduce(0) { $0 + $1.utf8.count + 3 }
            if isChanged { tree = .object(ObjectNode(sortedKeys: object.keys, values: children)) }
        } else if isChanged {
            tree = Tree(elements: children)
        }
        return Resolved(tree: tree, levels: levels + 1, bytes: bytes)
    }

    /// Returns the value of a reference, or an opened Map or Set; nil for any other value.
    private mutating func special(_ raw: Tree, level: Int) throws(BridgeError) -> Resolved? {
        guard case .object(let object) = raw, object.keys == [JsanForm.key], let text = object.values[0].string else {
            return nil
        }
        switch text.utf8.first {
        case UInt8(ascii: "$"):
            guard let pointer = Self.pointer(of: text), let target = root[pointer] else { return nil }
            if let node = target.node, open.contains(ObjectIdentifier(node)) { return nil }
            // A chain of references would need as much stack as nested values.
            return try resolve(target, level: level + 1)
        case UInt8(ascii: "m"), UInt8(ascii: "l"):
            var found = JSONRepairs()
            guard let body = try? Tree(repairing: Array(text.utf8.dropFirst()), &found) else { return nil }
            repairs.add(found, within: Pointer(origin.tokens + place.tokens))
            var document = JsanDocument(body: body, of: self)
            var value = try document.resolve(body, level: level + 1)
            repairs = document.repairs
            value.levels += 1
            value.bytes += text.utf8.count
            let members = [(JsanForm.key, Tree.string(String(text.prefix(1)))), (JsanForm.body, value.tree)]
            return Resolved(tree: Tree(members: members), levels: value.levels, bytes: value.bytes)
        default: return nil
        }
    }

    /// Returns the place that a path such as `$.items[0]["a b"]` names.
    private static func pointer(of path: String) -> Pointer? {
        var tokens: [String] = []
        var repairs = JSONRepairs()
        var rest = path.utf8.dropFirst()
        while let first = rest.first {
            if first == UInt8(ascii: ".") {
                let word = rest.dropFirst().prefix {
                    $0 == UInt8(ascii: "_") || UnicodeScalar($0).properties.isAlphabetic || (48...57).contains($0)
                }
                guard !word.isEmpty else { return nil }
                tokens.append(String(decoding: word, as: UTF8.self))
                rest = rest[word.endIndex...]
            } else {
                guard first == UInt8(ascii: "["), let end = end(ofBracket: rest),
                    let key = try? Tree(repairing: Array(rest[rest.index(after: rest.startIndex)..<end]), &repairs),
                    let token = key.string ?? key.int.map({ String($0) })
                else { return nil }
                tokens.append(token)
                rest = rest[rest.index(after: end)...]
            }
        }
        return Pointer(tokens)
    }

    /// Returns the index of the bracket that closes the one at the start, which contains a number or a string.
    private static func end(ofBracket text: Substring.UTF8View) -> Substring.UTF8View.Index? {
        var (isString, isEscape) = (false, false)
        return text.indices.first { index in
            let byte = text[index]
            if byte == UInt8(ascii: "\""), !isEscape { isString.toggle() }
            isEscape = isString && !isEscape && byte == UInt8(ascii: "\\")
            return byte == UInt8(ascii: "]") && !isString
        }
    }
}

/// JSON text in which a Map or Set is as jsan writes it: with its elements in a string.
package struct JsanForm: TextForm {
    static let key = "$jsan"
    static let body = "value"

    package init() {}

    package func write(_ value: Tree, level: Int, to bytes: inout [UInt8]) -> Bool {
        guard case .object(let object) = value, object.keys == [Self.key, Self.body],
            let tag = object.values[0].string, ["m", "l"].contains(tag)
        else { return false }
        var text = Array(tag.utf8)
        var form = self
        object.values[1].write(to: &text, in: &form)
        bytes.append(literal: "{\"$jsan\":")
        bytes.append(jsonString: String(decoding: text, as: UTF8.self))
        bytes.append(UInt8(ascii: "}"))
        return true
    }
}
