import Foundation
import Rewind
import RewindTravel
import RewindStore
import RewindSession
import TestSupport
import Testing

private struct AppState: Codable { var count = 0 }
private struct Add: Action, Codable { var amount: Int }

private func appReducer(action: any Action, state: AppState?) -> AppState {
    var state = state ?? AppState()
    if let add = action as? Add { state.count += add.amount }
    return state
}

@Suite struct ReadmeSnippetTests {
    private let folder = TemporaryFolder()
    private var file: URL { folder.session() }

    @Test func `The README's recording code works in a test and records nothing there`() {
        let thunks: Middleware<AppState> = createThunkMiddleware()

        let sessions = SessionFolder(isEnabled: AppDistribution.current != .released)
        let recorder = Recorder<AppState>(in: sessions)
        let store = Store<AppState>(
            reducer: recorder.reducer(wrapping: appReducer),
            state: nil,
            middleware: [thunks]
        )

        store.dispatch(Add(amount: 1))
        recorder.flush(atMost: .seconds(60))
        #expect(store.state.count == 1)
        #expect(sessions.sessions() == [])
    }

    @Test func `The README's travel code works`() async throws {
        let thunks: Middleware<AppState> = createThunkMiddleware()

        let recorder = try Recorder<AppState>(recordingTo: file)

        let traveling = recorder.travelingReducer(wrapping: recorder.reducer(wrapping: appReducer))
        let store = Store<AppState>(reducer: traveling, state: nil, middleware: [thunks])
        let travel = TimeTravel(recorder) { store.dispatch($0) }

        for _ in 0..<12 { store.dispatch(Add(amount: 1)) }

        try travel.undo()
        try travel.jump(to: 12)
        try await travel.play(.recorded(speed: 4))

        #expect(store.state.count == 12)
        #expect(travel.position == 13)
    }

    @Test func `Each line of the README's code is compiled here`() throws {
        let here = URL(filePath: #filePath)
        let root = (0..<4).reduce(here) { url, _ in url.deletingLastPathComponent() }
        let code = [
            try String(contentsOf: here, encoding: .utf8),
            // In this package, the action protocol belongs to the same package.
            try String(contentsOf: root.appending(path: "Tests/RewindTravelTests/Notebook.swift"), encoding: .utf8)
                .replacingOccurrences(of: "Restoration: Action", with: "Restoration: @retroactive Action"),
        ].map(Self.normalized)
        let blocks = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
            .components(separatedBy: "\n```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
        #expect(blocks.count == 2)
        for block in blocks {
            for part in Self.normalized(block).components(separatedBy: "\n\n") where !part.hasPrefix("import ") {
                #expect(code.contains { $0.contains("\n\(part)\n") }, "\(part)")
            }
        }
    }

    /// Returns the lines of code without indentation and trailing comments.
    private static func normalized(_ code: String) -> String {
        code.components(separatedBy: "\n").map { line in
            let code = line.components(separatedBy: "  // ")[0]
            return code.trimmingCharacters(in: .whitespaces)
        }.joined(separator: "\n")
    }
}
