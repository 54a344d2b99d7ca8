import Foundation
import SessionFile
import StateTree

/// Turns values into trees without secrets: with `Codable` where they are, by reflection where they are not.
struct Capture {
    private let masking: Masking?
    private var encoder: TreeEncoder
    private var names: [ObjectIdentifier: String] = [:]

    init(masking: Masking?) {
        self.masking = masking
        encoder = TreeEncoder(filter: masking)
    }

    /// The tree of an action. One that cannot be encoded is reflected, and so is one that is not `Codable`: only what
    /// decodes again can be run again.
    mutating func payload(of action: Any) -> Payload {
        let type = name(of: action)
        // Two actions have little in common: nothing of one is kept for the next.
        defer { encoder.reset() }
        let encoded = (action as? any Codable).flatMap { try? encoder.encode($0) }
        let tree = encoded ?? Reflection.tree(of: action, masking: masking)
        return Payload(type: type, tree: masking?.masked(payload: tree, of: type) ?? tree, coder: encoded == nil ? .reflected : .codable)
    }

    /// The tree of a state.
    ///
    /// - Throws: what its `encode(to:)` throws.
    mutating func tree(of state: Any) throws -> Tree {
        let tree: Tree
        if let state = state as? any Encodable {
            tree = try encoder.encode(state)
        } else {
            tree = Reflection.tree(of: state, masking: masking)
        }
        return masking?.masked(state: tree) ?? tree
    }

    /// What an error says, without secrets.
    func text(of error: any Error) -> String {
        let text = (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
        guard let masking, case .string(let masked) = masking.replacement(for: .string(text), at: { [] })
        else { return text }
        return masked
    }

    private mutating func name(of action: Any) -> String {
        let type = type(of: action)
        if let name = names[ObjectIdentifier(type)] { return name }
        let name = String(describing: type)
        names[ObjectIdentifier(type)] = name
        return name
    }
}
