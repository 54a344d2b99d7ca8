import Foundation
import Rewind
import RewindStore

/// The rate and the file size of recording small changes.
enum SustainedFigures {
    private static let count = 200_000

    static func measure() throws -> [Figure] {
        var seconds = 0.0
        var raw: RawLoop?
        let bytes = try Recording.record(.buffered) { recorder in
            let store = Store(
                reducer: Load.reduce,
                state: LoadState(articles: 100),
                middleware: [recorder.middleware()]
            )
            seconds = time {
                for number in 0..<count { store.dispatch(Load.action(number)) }
                recorder.flush(atMost: .seconds(60))
            }
        } then: { url in
            raw = try RawLoop(session: url)
        }
        let rate = Double(count) / seconds
        let peer = try raw?.rate() ?? .nan
        let encoder = JSONEncoder()
        let state = LoadState(articles: 100)
        let encoding = try time { for _ in 0..<20 { _ = try encoder.encode(state) } } / 20
        return [
            Figure(
                name: "sustained recording, 100 articles",
                value: rate,
                unit: "actions/s",
                target: 100_000,
                isUpperBound: false,
                ratio: rate / peer,
                against: "a C loop writing the same rows"
            ),
            Figure(
                name: "recording an action, 100 articles",
                value: 1_000_000 / rate,
                unit: "µs",
                ratio: 1 / rate / encoding,
                against: "JSONEncoder on the state"
            ),
            Figure(
                name: "file size, all in",
                value: Double(bytes) / Double(count),
                unit: "B/action",
                target: 160
            ),
        ]
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }
}
