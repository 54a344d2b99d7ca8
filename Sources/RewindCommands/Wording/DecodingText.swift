#if os(macOS) || os(Linux)

import RewindReplay
import RewindTree

/// Texts for the reasons why a value does not decode.
enum DecodingText {
    static func text(of failure: DecodingFailure) -> String {
        "\(failure.pointer.name(root: "the whole value")) \(reason(of: failure))"
    }

    static func reason(of failure: DecodingFailure) -> String {
        let reason =
            switch failure.reason {
            case .missing: "is missing"
            case .otherKind(let expected, let found): "should be \(expected), but is \(found)"
            case .refused(let kind): "is a \(kind) that the type does not accept"
            case .threw(let type): "does not decode: \(type)"
            }
        return failure.isMasked ? "\(reason), a mask" : reason
    }
}

#endif
