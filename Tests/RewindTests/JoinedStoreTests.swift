import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import Rewind
@testable import RewindUpkeep

@Suite(.ownThreads) struct JoinedStoreTests {
    private struct Profile: Codable {
        var name = ""
        var visits = 0
    }

    private let folder = TemporaryFolder()

    @Test func `A store appears under its name when it joins, and its member goes when it leaves`() throws {
        let recorder = try Recorder<Slices>(recordingTo: folder.session())
        var profile: JoinedStore<Profile>? = recorder.join("profile", state: Profile())
        let other = recorder.join("profile", state: Profile(name: "other"))
        #expect((profile?.name, other.name) == ("profile", "profile-2"))
        var state = Profile()
        profile?.reducer { (state: inout Profile, name: String) in state.name = name }(&state, "Ada")
        profile = nil
        let third = recorder.join("profile", state: 3)
        #expect(third.reducer { (state: Int, action: Int) in state + action }(3, 4) == 7)
        other.leave()
        let next = other.reducer { (_: String, state: Profile?) in Profile(name: "late", visits: state?.visits ?? 1) }
        _ = next("late", nil)
        recorder.close()
        let timeline = try Timeline(opening: folder.session())
        #expect(try timeline.value(at: 2, []) == ["profile": Self.empty, "profile-2": ["name": "other", "visits": 0]])
        #expect(try timeline.value(at: 3, ["profile", "name"]) == "Ada")
        #expect(try timeline.value(at: 4, []) == ["profile-2": ["name": "other", "visits": 0]])
        #expect(try timeline.value(at: 6, ["profile"]) == 7)
        #expect(try timeline.value(at: 8, []) == ["profile": 7])
        let types = try (1...8).map { try timeline.session.action($0)?.type }
        #expect(
            types
                == [
                    "StoreJoined", "StoreJoined", "String", "StoreLeft", "StoreJoined", "Int", "StoreLeft", "String",
                ]
        )
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    private static let empty: Tree = ["name": "", "visits": 0]

    @Test(arguments: 0..<UInt64(Thoroughness.count(3, orInFull: 30)))
    func `Stores on several threads never change the states of each other`(seed: UInt64) throws {
        var options = RecorderOptions()
        options.longestWait = .seconds(60)
        options.longestBacklog = .seconds(60)
        let recorder = try Recorder<Slices>(recordingTo: folder.session(), options: options)
        let done = SharedCount()
        for thread in 0..<4 {
            Thread {
                var random = SplitMix64(seed: seed * 10 + UInt64(thread))
                for visit in 0..<5 {
                    let store = recorder.join("screen\(thread)", state: Profile(visits: visit))
                    let reduce = store.reducer { (state: inout Profile, name: String) in
                        state.name = name
                        state.visits += 1
                    }
                    var state = Profile(visits: visit)
                    for step in 0..<random.below(30) { reduce(&state, "\(thread) \(visit) \(step)") }
                    store.leave()
                }
                done.add(1)
            }
            .start()
        }
        #expect(eventually { done.value == 4 })
        recorder.close()
        #expect(recorder.mergedCount == 0 && recorder.droppedCount == 0)
        let timeline = try Timeline(opening: folder.session())
        for seq in 1...timeline.last {
            let action = try #require(try timeline.session.action(seq))
            guard action.type == "String" else { continue }
            let thread = try #require(action.payload?.text.dropFirst().first)
            let (before, after) = (try timeline.state(at: seq - 1), try timeline.state(at: seq))
            let pointers = after.patch(from: before).operations.map { "\($0)" }
            #expect(!pointers.isEmpty && pointers.allSatisfy { $0.contains("screen\(thread)") }, "\(seq): \(pointers)")
        }
        #expect(try timeline.state(at: timeline.last) == [:])
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }
}
