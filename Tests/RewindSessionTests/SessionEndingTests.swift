import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline

/// The end of a recording, and its losses.
@Suite struct SessionEndingTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func write(_ records: [ActionRecord], isComplete: Bool = true) throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["n": 0])
            for record in records { try transaction.append(record, state: record.patch == nil ? nil : ["n": 0]) }
        }
        try writer.close(isComplete: isComplete)
    }

    private func record(_ seq: Int, _ status: ActionRecord.Status = .done) -> ActionRecord {
        let patch = status == .done ? Patch([]) : nil
        return ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "Count", payload: [:], patch: patch, status: status)
    }

    private func ending() throws -> SessionEnding {
        try SessionReader(opening: url).ending()
    }

    @Test func `A closed session is reported as closed, even if effects were lost before`() throws {
        try write([record(1), record(2, .dropped), record(3)])
        #expect(try ending() == SessionEnding(.closed, last: 3))
    }

    @Test func `Missing effects at the end of a closed session are counted`() throws {
        try write([record(1), record(2, .dropped), record(3, .dropped)])
        #expect(try ending() == SessionEnding(.closed, last: 3, unwritten: 2))
    }

    @Test func `A session without actions is closed at its first state`() throws {
        try write([])
        #expect(try ending() == SessionEnding(.closed, last: 0))
    }

    @Test(arguments: [0, 2]) func `An app killed between actions is reported`(unwritten: Int) throws {
        try write([record(1)], isComplete: false)
        let lines = (2..<2 + unwritten).map {
            """
            {"began":\($0),"at":17,"type":"Count","coder":"codable","payload":{},"end":\($0)}
            {"done":\($0),"seq":\($0),"end":\($0)}

            """
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: url.path + "-began"))
        #expect(try ending() == SessionEnding(.crashed, last: 1 + unwritten, unwritten: unwritten))
        // The second time, there is nothing left to add.
        #expect(try ending() == SessionEnding(.crashed, last: 1 + unwritten, unwritten: unwritten))
    }

    @Test func `An app killed during actions is reported with these actions`() throws {
        try write([record(1), record(2, .dropped), record(3, .began), record(4, .began)])
        let underWay = [3, 4].map { SessionEnding.Action(seq: $0, type: "Count") }
        #expect(try ending() == SessionEnding(.crashed, last: 4, underWay: underWay, unwritten: 1))
    }

    @Test func `Lost actions and effects are counted, excluded actions are not`() throws {
        try write([
            record(1), .withoutRoom(seq: 2, parent: 1, at: 0), record(3, .dropped), record(4, .dropped), record(5),
            .notRecorded(seq: 6, parent: 5, at: 0, count: 3), .notRecorded(seq: 7, parent: 6, at: 0), record(8, .began),
        ])
        #expect(try SessionLosses(of: SessionReader(opening: url)) == SessionLosses(actions: 1, effects: 2))
    }
}
