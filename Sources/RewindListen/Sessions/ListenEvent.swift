import Foundation
import RewindTree

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
    /// Values of an app that a session cannot hold are replaced. Only the first message is reported.
    case repaired(app: String, JSONRepairs)
    /// A message of an app cannot be read. Its other messages are recorded.
    case unreadable(app: String, any Error)
    /// A client was refused, for this reason; `count` is the number of those until now.
    case refused(String, count: Int = 1)
}

extension ListenEvent: CustomStringConvertible {
    package var description: String {
        switch self {
        case .recording(let app, let url): "\(app): recording into \(Self.path(url))"
        case .continuing(let app, let url): "\(app): continues in \(Self.path(url))"
        case .disconnected(let app, _): "\(app): disconnected"
        case .stalled(_, let error): "\(error) Its actions are held."
        case .resumed(let url, isComplete: true): "\(Self.path(url)) can be written again; nothing is missing."
        case .resumed(let url, isComplete: false): "\(Self.path(url)) can be written again; actions are missing."
        case .failed(let app, let error): "\(app): not recorded. \(error)"
        case .appError(let app, let text): "\(app): the app reports an error: \(text.prefix(200))"
        case .repaired(let app, let repairs): "\(app): \(repairs)"
        case .unreadable(let app, _): "\(app): a message cannot be read, and is not recorded"
        case .refused(let reason, count: 1): "A client was refused: \(reason)."
        case .refused(let reason, let count): "\(count) clients were refused: \(reason)."
        }
    }

    private static func path(_ url: URL) -> String {
        let path = url.relativePath
        return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }
}
