/// Why a running app cannot be told what to do.
package enum SteeringError: Error, Hashable, Sendable {
    /// The app records, and has not opened its travel to others.
    case notOpen(path: String)
    /// The app ended without closing its recording.
    case gone(path: String)
    /// Nobody records into the session.
    case nobodyRecords(path: String)
    /// The app did not answer. Where `isTaken`, it has the request, and may carry it out later; else it never will.
    case noAnswer(seconds: Double, isTaken: Bool)
    /// The app has another version of Rewind, which talks in another way.
    case otherVersion(Int)
    /// The request has so many bytes, which is more than an app takes.
    case tooLong(bytes: Int, limit: Int)
    /// The app did not do it.
    case refused(SteeringRefusal)
}
