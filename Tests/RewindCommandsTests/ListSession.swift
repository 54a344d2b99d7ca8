import Foundation
import RewindSession
import RewindTree
import RewindTimeline

@testable import RewindCommands

/// A short session with a list: an article is added, another one is added in front of it, an action is lost, the first
/// article gets another title, and a title is removed.
final class ListSession {
    static let at: Int64 = 1_760_000_000_123_456

    private static let states: [Tree] = [
        ["home": ["title": "Home"], "list": []],
        ["home": ["title": "Home"], "list": [["id": "a", "title": "First"]]],
        ["home": ["title": "Home"], "list": [["id": "b", "title": "Second"], ["id": "a", "title": "First"]]],
        ["home": ["title": "Home"], "list": [["id": "b", "title": "Second"], ["id": "a", "title": "First"]]],
        ["home": ["title": "Home"], "list": [["id": "b", "title": "Second"], ["id": "a", "title": "Renamed"]]],
        ["home": [:], "list": [["id": "b", "title": "Second"], ["id": "a", "title": "Renamed"]]],
    ]

    let url = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString).rewind")

    /// Records the session; `title` is the title that action 4 sets.
    init(title: Tree = "Renamed") throws {
        let types = ["Add", "Add", "Lose", "Rename", "Forget"]
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(Self.states[0])
            for (index, type) in types.enumerated() {
                let seq = index + 1
                var (old, new) = (Self.states[seq - 1], Self.states[seq])
                if seq >= 4 { new = try new.applying(Patch([.replace(["list", "1", "title"], title)])) }
                if seq >= 5 { old = try old.applying(Patch([.replace(["list", "1", "title"], title)])) }
                let isLost = type == "Lose"
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: Self.at + Int64(seq) * 1_000_000,
                    type: type,
                    payload: type == "Rename" ? ["title": title] : nil,
                    patch: isLost ? nil : new.patch(from: old),
                    status: isLost ? .dropped : .done,
                    origin: seq == 1 ? "Flow.swift:12" : nil
                )
                try transaction.append(record, state: isLost ? nil : new)
            }
        }
        try writer.close()
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func open() throws -> Timeline {
        try Timeline(opening: url)
    }

    /// Returns the time of an action as the tool prints it.
    static func time(_ seq: Int64) -> String {
        TimeText().time(at + seq * 1_000_000)
    }

    /// Returns the time of an action in a row that is not on a terminal.
    static func rowTime(_ seq: Int64) -> String {
        TimeText(isFull: Output.hasWholeTimes).row(at + seq * 1_000_000)
    }

    /// Returns the day and the time of an action as the tool prints them.
    static func dayAndTime(_ seq: Int64) -> String {
        TimeText().dayAndTime(at + seq * 1_000_000)
    }
}
