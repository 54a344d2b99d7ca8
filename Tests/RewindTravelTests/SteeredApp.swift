import Foundation
import Rewind
import RewindRemote
import RewindStore
import RewindTimeline
import RewindTravel

/// An app on a separate queue, which accepts steering.
///
/// Safe to share because the app is only used on the queue.
final class SteeredApp: @unchecked Sendable {
    static var actions: [any Decodable.Type] { [TypeText.self, AddLine.self, RemoveLine.self, Busy.self] }

    let queue = DispatchQueue(label: "steered app")
    let url: URL
    private var app: TravelingApp?

    var client: SteeringClient { SteeringClient(of: url) }

    init(at url: URL, _ options: TimeTravelOptions = TimeTravelOptions(), opened: Bool = true) throws {
        self.url = url
        try queue.sync {
            let app = try TravelingApp(at: url, options)
            if opened { try Self.open(app, on: queue) }
            self.app = app
        }
    }

    static func open(_ app: TravelingApp, on queue: DispatchQueue) throws {
        let store = app.store
        try app.travel.open(actions: actions, on: { queue.async(execute: $0) }) { (action: any Action) in
            store.dispatch(action)
        }
    }

    /// Uses the app on its queue.
    func use<Result>(_ body: (TravelingApp) throws -> Result) throws -> Result {
        try queue.sync {
            guard let app else { throw CancellationError() }
            return try body(app)
        }
    }

    func add(_ texts: String...) throws {
        try use { app in for text in texts { app.store.dispatch(AddLine(text: text)) } }
    }

    /// The lines in the store, latest first.
    var lines: [String] {
        get throws { try use { $0.store.state.lines.map(\.text) } }
    }

    /// Releases the app.
    func end() {
        queue.sync { app = nil }
    }
}
