import Foundation
import Rewind
import RewindRemote
import RewindSession
import RewindStore
import RewindTimeline
import RewindTravel
import RewindTree
import TestSupport
import Testing
@testable import RewindLink

extension Restoration: Action {}

@Suite(.ownThreads) struct SteeredLinkTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
    }

    @Test func `An app is steered through the copy of its session`() async throws {
        try await desk.listening { address, proxy in
            let queue = DispatchQueue(label: "app")
            let recorder = try Recorder<Texts>(recordingTo: desk.device.session())
            let link = try #require(recorder.link(to: "\(address)", LinkedApp.times))
            let store = queue.sync {
                Store(
                    reducer: recorder.travelingReducer(wrapping: appended),
                    state: Texts(),
                    middleware: [recorder.middleware()]
                )
            }
            let travel = queue.sync { TimeTravel(recorder) { store.dispatch($0) } }
            try queue.sync {
                for text in ["a", "b", "c"] { store.dispatch(Add(text: text)) }
                try travel.open(actions: [Add.self], on: { queue.async(execute: $0) }) { (action: any Action) in
                    store.dispatch(action)
                }
            }
            recorder.flush(atMost: .seconds(60))
            #expect(try await OwnThreads.run { link.flush(atMost: .seconds(60)) })
            let url = try #require(recorder.url)
            let copy = try #require(try desk.copy(of: url))
            let client = SteeringClient(of: copy)
            try await waitUntil { client.isOpen }

            let undone = try await client.send(.undo(count: 2))
            #expect((undone.from, undone.position, undone.last) == (3, 1, 3))
            #expect(queue.sync { store.state.texts } == ["a"])
            #expect(try SQL.column("SELECT value FROM session WHERE key = 'cursor'", in: copy) == ["1"])

            let dispatched = try await client.send(.dispatch(type: "Add", payload: ["text": "d"]))
            #expect((dispatched.from, dispatched.position, dispatched.last) == (1, 4, 4))
            #expect(queue.sync { store.state.texts } == ["a", "d"])
            #expect(try SQL.column("SELECT parent FROM action WHERE seq = 4", in: copy) == ["1"])

            await #expect(
                throws: Refusal(.noState, "The session has no state 9.")
            ) {
                try await client.send(.jump(to: 9))
            }
            let bookmark = Bookmark(name: "here", seq: 2, at: 1)
            _ = try await client.send(.bookmark(change: .set(bookmark)))
            #expect(try SQL.column("SELECT name FROM bookmark", in: copy) == ["here"])

            // A lost connection is known at once, until the app has another one.
            #expect(client.absentUntil == nil)
            for _ in 1...2 {
                proxy.cut(then: .refusing)
                try await waitUntil { client.absentUntil != nil }
                #expect(client.isOpen)
                proxy.cut(then: .open)
                try await waitUntil { client.absentUntil == nil }
            }

            queue.sync { travel.close() }
            try await waitUntil { !client.isOpen }
            recorder.close()
            try await desk.expectEqual("closed")
        }
    }
}
