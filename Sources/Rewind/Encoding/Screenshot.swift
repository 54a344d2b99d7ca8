import Foundation
import RewindTree

/// A picture of the screen, which is stored in Base64.
struct Screenshot {
    let bytes: Data

    /// The value in the file. Equal pictures are one chunk there.
    var tree: Tree {
        ["jpeg": .string(bytes.base64EncodedString())]
    }
}

/// Decides which screenshots are recorded.
struct ScreenshotLimits {
    private var last: UInt64?
    private var bytes = 0

    /// Returns true if a picture is recorded at `now`, in nanoseconds, and counts it.
    mutating func admits(_ count: Int, at now: UInt64, _ options: RecorderOptions) -> Bool {
        // Nobody can say what a picture shows.
        guard options.redaction.kept == nil else { return false }
        let interval = UInt64(clamping: Int64(clamping: Int(max(0, options.screenshotInterval / .nanoseconds(1)))))
        if let last, now &- last < interval { return false }
        guard bytes + count <= options.screenshotByteLimit else { return false }
        last = now
        bytes += count
        return true
    }
}
