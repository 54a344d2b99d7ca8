import Foundation
import Recorder
import ReduxStore

/// The session that the figures of reading are taken of.
enum ReadingSession {
    /// Records so many actions on a state of 100 articles, and gives the closed session to `body`.
    static func record(actions count: Int, _ body: (URL) throws -> Void) throws {
        _ = try Recording.record(.buffered) { recorder in
            let store = Store(
                reducer: Load.reduce,
                state: LoadState(articles: 100),
                middleware: [recorder.middleware()]
            )
            for number in 0..<count { store.dispatch(Load.action(number)) }
        } then: { url in
            try body(url)
        }
    }
}
