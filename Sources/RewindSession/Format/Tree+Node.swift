import Foundation
import RewindTree

extension Tree {
    /// The object that identifies an array or an object; nil for scalars.
    package var node: AnyObject? {
        switch self {
        case .array(let array): array
        case .object(let object): object
        default: nil
        }
    }
}

extension Tree {
    /// The member of an object with this name; nil if it does not exist, or the value is not an object.
    package subscript(member name: String) -> Tree? {
        if case .object(let object) = self { object[name] } else { nil }
    }
}

extension Digest {
    /// The digest in SQLite's representation.
    package var data: Data { Data(bytes) }
}
