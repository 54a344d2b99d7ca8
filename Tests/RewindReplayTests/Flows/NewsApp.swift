import Foundation
import Rewind
import RewindReplay
import RewindStore
import TestSupport

struct News: Codable, Equatable, Sendable {
    var titles: [String] = []
    var readers: [String: Int] = [:]
    var ticks = 0
    var error: String?
    var isLoading = false
}

struct SetLoading: Action, Codable { var isLoading: Bool }
struct SetTitles: Action, Codable { var titles: [String] }
struct SetReaders: Action, Codable { var title: String, count: Int }
struct SetError: Action, Codable { var error: String }
struct Tick: Action, Codable { var number: Int }
struct Clear: Action, Codable {}

func newsReducer(_ action: any Action, _ state: News?) -> News {
    var state = state ?? News()
    switch action {
    case let action as SetLoading: state.isLoading = action.isLoading
    case let action as SetTitles: state.titles = action.titles
    case let action as SetReaders: state.readers[action.title] = action.count
    case let action as SetError: state.error = action.error
    case let action as Tick: state.ticks = action.number
    case is Clear: state = News()
    default: break
    }
    return state
}

struct Page: Codable, Equatable, Sendable { var titles: [String] }

enum NewsError: Error, Codable, Equatable {
    case status(Int)
}

/// A server that takes a while, and counts its requests.
final class NewsServer: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var requests = 0
    let isOn: Bool

    init(isOn: Bool = true) {
        self.isOn = isOn
    }

    var requestCount: Int { lock.withLock { requests } }

    func answer<Value>(after milliseconds: Int, _ value: Value) async throws -> Value {
        lock.withLock { requests += 1 }
        guard isOn else { throw NewsError.status(0) }
        try await Task.sleep(for: .milliseconds(milliseconds))
        return value
    }
}

/// An app on the main actor, with thunks, parallel requests, a timer and failures.
@MainActor
final class NewsApp {
    let recorder: Recorder<News>
    let store: Store<News>
    let server: NewsServer
    /// Added to the pages that are requested.
    var pageOffset = 0
    private var timer: Task<Void, Never>?

    init(_ recorder: Recorder<News>, _ server: NewsServer, _ state: News = News()) {
        (self.recorder, self.server) = (recorder, server)
        store = Store(
            reducer: newsReducer,
            state: state,
            middleware: [createThunkMiddleware(), recorder.middleware()]
        )
    }

    func tap(_ name: String) async {
        await recorder.flow("tap", input: name) { () async in
            switch name {
            case "open": await store.dispatch(open(page: 1 + pageOffset))
            case "fail": await store.dispatch(fail())
            case "start": start()
            case "stop": timer?.cancel()
            default: store.dispatch(Clear())
            }
        }
    }

    private func start() {
        timer = Task {
            for number in 1...3 {
                let tick: Void? = try? await recorder.effect("timer", input: number) {
                    try await Task.sleep(for: .milliseconds(number == 3 ? 10_000 : 20))
                }
                guard tick != nil else {
                    return store.dispatch(SetError(error: Task.isCancelled ? "stopped" : "failed"))
                }
                store.dispatch(Tick(number: number))
            }
        }
    }

    private func open(page: Int) -> AsyncThunk<News> {
        AsyncThunk("open") { [recorder, server] dispatch, _ in
            dispatch(SetLoading(isLoading: true))
            do {
                let page = try await recorder.effect("GET /pages", input: ["page": page]) {
                    try await server.answer(after: 30, Page(titles: ["a", "b", "c"]))
                }
                dispatch(SetTitles(titles: page.titles))
                await withTaskGroup(of: (String, Int?).self) { group in
                    for (index, title) in page.titles.enumerated() {
                        group.addTask {
                            let count = try? await recorder.effect("GET /readers", input: title) {
                                try await server.answer(after: 10 * (3 - index), index + 7)
                            }
                            return (title, count)
                        }
                    }
                    for await (title, count) in group {
                        if let count { dispatch(SetReaders(title: title, count: count)) }
                    }
                }
            } catch let error as NewsError {
                dispatch(SetError(error: "\(error)"))
            } catch {
                dispatch(SetError(error: "other: \(error)"))
            }
            dispatch(SetLoading(isLoading: false))
        }
    }

    private func fail() -> AsyncThunk<News> {
        AsyncThunk("fail") { [recorder, server] dispatch, _ in
            do {
                try await recorder.effect("POST /fail") {
                    try await server.answer(after: 5, ())
                    throw NewsError.status(503)
                }
            } catch let error as NewsError {
                dispatch(SetError(error: "\(error)"))
            } catch {
                dispatch(SetError(error: "other"))
            }
        }
    }
}
