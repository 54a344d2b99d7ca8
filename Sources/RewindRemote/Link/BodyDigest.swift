import Foundation
import RewindTree

/// The digest of a body (RFC 9530), by which a server notices that it was damaged on its way.
package enum BodyDigest {
    package static let header = "Content-Digest"

    /// Returns the value of the header.
    package static func text(of body: [UInt8]) -> String {
        "sha-256=:\(Data(Digest(of: body).bytes).base64EncodedString()):"
    }
}
