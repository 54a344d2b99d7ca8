import Foundation
import RewindTree

extension Digest {
    /// The digest in SQLite's representation.
    package var data: Data { Data(bytes) }
}
