import Foundation
import RewindTree

extension Tree {
    /// The object that is this array's or object's identity, nil for scalars.
    package var node: AnyObject? {
        switch self {
        case .array(let array): array
        case .object(let object): object
        default: nil
        }
    }
}

extension Digest {
    /// The digest as SQLite stores it.
    package var data: Data { Data(bytes) }
}
