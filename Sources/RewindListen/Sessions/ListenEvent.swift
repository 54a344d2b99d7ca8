#if os(macOS) || os(Linux)

import Foundation

/// An event of an app that `rewind listen` records.
package enum ListenEvent: Sendable {
    /// An app is recorded into a new file.
    case recording(app: String, URL)
    /// An app is connected again, and its recording continues.
    case continuing(app: String, URL)
    case disconnected(app: String, URL)
    /// Rows cannot be written to a file. They are held until that is possible again.
    case stalled(URL, any Error)
    /// A stalled recording continues. If `isComplete` is false, actions are missing in it.
    case resumed(URL, isComplete: Bool)
    /// A session cannot be created, or was moved or removed.
    case failed(app: String, any Error)
    /// An app reports an error of its reducer.
    case appError(app: String, String)
    /// A message of an app cannot be read. Its other messages are recorded.
    case unreadable(app: String, any Error)
    /// A client was refused, for this reason.
    case refused(String)
}

#endif
