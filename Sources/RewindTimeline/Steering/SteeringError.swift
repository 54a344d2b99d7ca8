/// The reason why a running app cannot be steered.
package enum SteeringError: Error, Hashable, Sendable {
    /// The app is recording, but has not opened its travel to other programs.
    case notOpen(path: String)
    /// The app ended without closing its recording.
    case gone(path: String)
    /// No app is recording the session.
    case nobodyRecords(path: String)
    /// The app did not answer. If `isTaken`, it has the request and may carry it out later; otherwise it never will.
    case noAnswer(seconds: Double, isTaken: Bool)
    /// The app has another version of Rewind, with a different protocol.
    case otherVersion(Int)
    /// The request has `bytes` bytes, which is more than an app accepts.
    case tooLong(bytes: Int, limit: Int)
    /// The app rejected the request.
    case refused(SteeringRefusal)
}
