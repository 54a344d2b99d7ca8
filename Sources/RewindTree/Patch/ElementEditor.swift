/// An array during a run of edits.
struct ElementEditor {
    private var elements: ChunkedList<Tree>

    init(_ node: ArrayNode) {
        elements = ChunkedList(node.elements)
    }

    var tree: Tree { Tree(elements: elements.elements) }

    /// - Complexity: O(√n).
    mutating func apply(_ edit: PatchRun.Edit, in container: Pointer) throws(PatchError.Reason) {
        switch edit {
        case .add(let token, let value):
            elements.insert(value, at: try insertionIndex(token, container))
        case .remove(let token):
            _ = elements.remove(at: try index(token, container))
        case .replace(let token, let value):
            elements[try index(token, container)] = value
        case .move(let from, let to):
            let value = elements.remove(at: try index(from, container))
            elements.insert(value, at: try insertionIndex(to, container))
        }
    }

    private func index(_ token: String, _ container: Pointer) throws(PatchError.Reason) -> Int {
        guard let index = Pointer.index(of: token), index < elements.count else {
            throw .noValue(container.appending(token))
        }
        return index
    }

    private func insertionIndex(_ token: String, _ container: Pointer) throws(PatchError.Reason) -> Int {
        if token == "-" { return elements.count }
        guard let index = Pointer.index(of: token), index <= elements.count else {
            throw .invalidIndex(container.appending(token))
        }
        return index
    }
}
