extension Patch {
    /// Reads the JSON form of a patch (RFC 6902, section 4). Members that an operation does not define are ignored.
    /// - Complexity: O(size).
    package init(tree: Tree) throws(PatchError) {
        guard case .array(let node) = tree else { throw PatchError(index: nil, reason: .notAnArray) }
        operations = []
        operations.reserveCapacity(node.count)
        for (index, element) in node.enumerated() {
            do {
                operations.append(try Operation(tree: element))
            } catch {
                throw PatchError(index: index, reason: error)
            }
        }
    }

    /// The JSON form of the patch (RFC 6902, section 4).
    /// - Complexity: O(size).
    package var tree: Tree {
        Tree(elements: operations.map(\.tree))
    }
}

extension Patch.Operation {
    fileprivate init(tree: Tree) throws(PatchError.Reason) {
        guard case .object(let members) = tree else { throw .notAnObject }
        guard case .string(let name) = members["op"] else { throw .missingMember("op") }
        switch name {
        case "add": self = .add(try Self.pointer("path", in: members), try Self.value(in: members))
        case "remove": self = .remove(try Self.pointer("path", in: members))
        case "replace": self = .replace(try Self.pointer("path", in: members), try Self.value(in: members))
        case "move":
            self = .move(from: try Self.pointer("from", in: members), to: try Self.pointer("path", in: members))
        case "copy":
            self = .copy(from: try Self.pointer("from", in: members), to: try Self.pointer("path", in: members))
        case "test": self = .test(try Self.pointer("path", in: members), try Self.value(in: members))
        default: throw .unknownOperation(name)
        }
    }

    private static func pointer(_ key: String, in members: ObjectNode) throws(PatchError.Reason) -> Pointer {
        guard case .string(let text) = members[key] else { throw .missingMember(key) }
        do {
            return try Pointer(parsing: text)
        } catch {
            throw .invalidPointer(text, error)
        }
    }

    private static func value(in members: ObjectNode) throws(PatchError.Reason) -> Tree {
        guard let value = members["value"] else { throw .missingMember("value") }
        return value
    }

    fileprivate var tree: Tree {
        func text(_ pointer: Pointer) -> Tree { .string(pointer.description) }
        let members = [("op", .string(name)), ("from", source.map(text)), ("path", text(path)), ("value", value)]
        return Tree(members: members.compactMap { name, value in value.map { (name, $0) } })
    }
}
