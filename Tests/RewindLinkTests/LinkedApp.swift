import Foundation
import Rewind
import RewindStore
import TestSupport
@testable import RewindLink

struct Add: Action, Codable {
    var text: String
}

/// The state of the linked app.
struct Texts: Codable, Equatable {
    var texts: [String] = []
    var count = 0
}

func appended(_ action: any Action, _ state: Texts?) -> Texts {
    var state = state ?? Texts()
    guard let add = action as? Add else { return state }
    state.count += 1
    state.texts = state.texts.suffix(20) + [add.text]
    return state
}

/// An app in another process that dispatches, linked to the desk, until it is killed or has dispatched enough.
struct LinkedApp: Codable {
    /// The session to record; its folder has the earlier ones.
    let path: String
    let address: String
    let seed: UInt64
    let count: Int
    /// The time after which it kills itself; nil to end normally.
    let microseconds: UInt32?

    /// Times that suit a test.
    static var times: LinkClient.Times {
        var times = LinkClient.Times()
        (times.reply, times.request, times.retry, times.interval) = (4, 6, 0.02...0.1, 0.01)
        return times
    }

    func run() throws {
        var random = SplitMix64(seed: seed)
        let recorder = try Recorder<Texts>(recordingTo: URL(filePath: path))
        _ = recorder.link(to: address, Self.times)
        if let microseconds {
            let thread = Thread {
                usleep(microseconds)
                kill(getpid(), SIGKILL)
            }
            thread.start()
        }
        let store = Store<Texts>(reducer: appended, state: nil, middleware: [recorder.middleware()])
        for number in 0..<count {
            let length = [10, 100, 3_000, 40_000][random.below(4)]
            store.dispatch(Add(text: "\(number) " + String(repeating: "x", count: random.below(length))))
            if random.below(4) == 0 { usleep(UInt32(random.below(3_000))) }
        }
        recorder.close()
    }
}
