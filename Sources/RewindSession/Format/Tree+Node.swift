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

extension Digest {
    /// The digest in SQLite's representation.
    package var data: Data { Data(bytes) }
}
