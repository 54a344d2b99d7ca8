import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite(.ownThreads) struct RecoveryTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private var log: URL { URL(filePath: url.path + "-began") }
    private var otherLog: URL { URL(filePath: url.path + "-began2") }

    init() throws {
        try SampleSession(states: (0...3).map { ["n": .integer(Int64($0))] }).write(to: url, isComplete: false)
    }

    /// Returns the line of an action in progress, or, with a seq, the lines of a finished one.
    private func began(_ ticket: Int, seq: Int? = nil, type: String = "Fatal", more: String = "") -> String {
        let line = """
            {"began":\(ticket),"at":17,"type":"\(type)","coder":"codable"\(more),"end":\(ticket)}

            """
        return line + (seq.map { "{\"done\":\(ticket),\"seq\":\($0),\"end\":\(ticket)}\n" } ?? "")
    }

    private func write(_ text: String, to file: URL) throws {
        try Data(text.utf8).write(to: file)
    }

    private func open() throws -> SessionReader {
        let reader = try SessionReader(opening: url)
        #expect(!reader.isLive)
        #expect(try folder.contents == ["a.rewind"])
        #expect(try SessionCheck.run(reader).findings == [])
        return reader
    }

    @Test func `Recovery adds the actions that only the side files have`() throws {
        try write(began(4, seq: 4, more: ",\"payload\":{\"$chunk\":1},\"origin\":\"A.swift:3\""), to: log)
        try write(began(5, type: "Last", more: ",\"payload\":[1,\"é\"]"), to: otherLog)
        let reader = try open()
        #expect(try reader.lastSeq() == 5)
        let fourth = try #require(try reader.action(4))
        #expect(
            fourth.isSame(
                as: ActionRecord(
                    seq: 4,
                    parent: 3,
                    at: 17,
                    type: "Fatal",
                    payload: ["$chunk": 1],
                    status: .dropped,
                    origin: "A.swift:3"
                )
            )
        )
        let fifth = try #require(try reader.action(5))
        #expect(
            fifth.isSame(
                as: ActionRecord(
                    seq: 5,
                    parent: 4,
                    at: 17,
                    type: "Last",
                    payload: [1, "é"],
                    status: .began
                )
            )
        )
    }

    @Test func `Actions that cannot be recovered behind a lock are reported`() throws {
        try write(began(4, seq: 4) + began(5), to: log)
        let other = try Connection(path: url.path)
        try other.execute("BEGIN IMMEDIATE")
        let reader = try SessionReader(opening: url)
        #expect(try reader.lastSeq() == 3)
        #expect(reader.actionsBeside == 2)
        #expect(reader.unfinishedReason == .beingRecorded(path: url.path))
        #expect(try SessionCheck.run(reader).findings == [.unfinished(beside: 2)])
        reader.close()
        try other.execute("ROLLBACK")
        try other.close()
        let finished = try open()
        #expect(try finished.lastSeq() == 5)
        #expect(finished.unfinishedReason == nil)
    }

    @Test func `Finished actions are recovered in the order of their states, before unfinished ones`() throws {
        try write(began(7, type: "G") + began(4, type: "D") + began(5, seq: 5, type: "E"), to: log)
        try write(began(6, seq: 4, type: "F"), to: otherLog)
        let reader = try open()
        #expect(try (4...7).map { try reader.action($0)?.type } == ["F", "E", "D", "G"])
        #expect(try (4...7).map { try reader.action($0)?.status } == [.dropped, .dropped, .began, .began])
    }

    @Test(
        arguments: [
            #"{"began":5,"at":1,"ty"#, #"{"began":5}"#, "garbage", "\u{0}\u{0}\u{0}", "{}\n[]\n1", "\n\n",
            #"{"began":5,"at":1,"type":"A","coder":"codable","payload":{"by":1},"end":2}"#,
            #"{"began":5,"at":1,"type":"A","coder":"codable","payload":{"by":1}}"#,
            #"{"began":"5","at":1,"type":"A","coder":"codable","end":5}"#,
            #"{"began":1e99,"at":1,"type":"A","coder":"codable","end":1e99}"#,
            #"{"began":5,"at":1,"type":"A","coder":"other","end":5}"#,
            #"{"began":5,"type":"A","coder":"codable","end":5}"#,
            #"{"done":4,"seq":9223372036854775807,"end":4}"#, #"{"done":4,"seq":-1,"end":4}"#,
            #"{"done":4,"seq":4,"end":5}"#, #"{"done":4,"seq":4}"#, #"{"done":4,"seq":null,"end":4}"#,
            #"{"done":5,"seq":5,"end":5}"#,
        ]
    )
    func `Recovery loses nothing before a torn or malformed line`(line: String) throws {
        try write(began(4) + line + "\n", to: log)
        let reader = try open()
        #expect(try reader.lastSeq() == 4)
        #expect(try reader.action(4)?.status == .began)
    }

    @Test func `Recovery ignores bytes that are not UTF-8`() throws {
        try (Data([0xFF, 0xFE, 0x0A]) + Data(began(4).utf8) + Data([0xC3, 0x28, 0x0A])).write(to: log)
        #expect(try open().lastSeq() == 4)
    }

    @Test func `Recovery ignores lines of actions that the session already has`() throws {
        try write(
            began(9) + "at\":0,\"end\":17}\n" + began(2, seq: 2, type: "Stale") + began(3, seq: 3, type: "Stale"),
            to: log
        )
        try write(began(1, seq: 1, type: "Stale"), to: otherLog)
        let reader = try open()
        #expect(try reader.lastSeq() == 4)
        #expect(try reader.action(2)?.type != "Stale")
        #expect(try reader.action(4)?.status == .began)
    }

    @Test func `Recovery records gaps where excluded actions are missing`() throws {
        try write(began(4, seq: 5) + began(5, seq: 9) + began(6, seq: 10) + began(7), to: log)
        let reader = try open()
        #expect(
            try (4...9).map { try reader.action($0)?.type }
                == ["(not recorded)", "Fatal", "(not recorded)", "Fatal", "Fatal", "Fatal"]
        )
        #expect(try reader.action(10) == nil)
    }

    @Test(arguments: [Int.max, Int.max - 1]) func `A session with an impossible number of an action is recovered`(
        seq: Int
    ) throws {
        try SQL.execute("UPDATE action SET seq = \(seq) WHERE seq = 3", in: url)
        try write(began(3, type: "Last"), to: log)
        let reader = try SessionReader(opening: url)
        #expect(try reader.lastSeq() == 3)
        #expect(try reader.type(of: 3) == "Last")
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `A session with empty side files opens`() throws {
        try write("", to: log)
        try write("", to: otherLog)
        #expect(try open().lastSeq() == 3)
    }

    @Test func `A second recovery from the same side files changes nothing`() throws {
        let text = began(4, seq: 4) + began(5)
        try write(text, to: log)
        try open().close()
        let rows = try SQL.rows("SELECT * FROM action", in: url)
        try write(text, to: log)
        try open().close()
        #expect(try SQL.rows("SELECT * FROM action", in: url) == rows)
        #expect(rows.count == 5)
    }

    @Test func `Recovery keeps the contents of the write-ahead log`() throws {
        try FileManager.default.removeItem(at: url)
        let original = folder.session("b.rewind")
        let sample = SampleSession(seed: 8, count: 40)
        let writer = try SessionWriter(creating: original, facts: [:], syncs: false)
        let log = try CrashLog(creatingFor: original, medium: .memory)
        try writer.write { transaction in
            try transaction.setInitialState(sample.states[0])
            for record in sample.records { try transaction.append(record, state: sample.states[record.seq]) }
        }
        // The files that a killed process leaves.
        for suffix in ["", "-wal", "-began", "-began2"] {
            try FileManager.default.copyItem(atPath: original.path + suffix, toPath: url.path + suffix)
        }
        try writer.close()
        log.remove()
        try FileManager.default.removeItem(at: original)
        let reader = try open()
        #expect(try reader.lastSeq() == 40)
        #expect(try reader.action(40)?.isSame(as: sample.records[39]) == true)
        #expect(try SQL.column("PRAGMA journal_mode", in: url) == ["delete"])
    }

    @Test func `A recording that wrote nothing opens as an empty session`() throws {
        try FileManager.default.removeItem(at: url)
        let writer = try SessionWriter(creating: url, facts: ["app": "A"], syncs: false)
        try writer.close(isComplete: false)
        try write("", to: log)
        let reader = try open()
        #expect(try reader.lastSeq() == 0)
        #expect(try reader.snapshot(0) == .null)
    }

    @Test func `A recording that ended while its file was created is not a session`() throws {
        let file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: 8_192)
        try file.close()
        // The header of a journal for an empty file, with pages of 4,096 bytes and sectors of 512:
        // <https://www.sqlite.org/fileformat.html#the_rollback_journal>.
        let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        let (records, nonce, pages): ([UInt8], [UInt8], [UInt8]) = ([0, 0, 0, 0], [1, 2, 3, 4], [0, 0, 0, 0])
        let header = magic + records + nonce + pages + [0, 0, 2, 0] + [0, 0, 16, 0]
        let journal = Data(header + [UInt8](repeating: 0, count: 512 - header.count))
        try journal.write(to: URL(filePath: url.path + "-journal"))
        #expect(throws: SessionError.notASession(path: url.path, .empty)) { try SessionReader(opening: url) }
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `Recovery keeps the action that crashed the app, even the first one`() throws {
        try FileManager.default.removeItem(at: url)
        let writer = try SessionWriter(creating: url, facts: ["app": "A"], syncs: false)
        try writer.close(isComplete: false)
        try write(began(1), to: log)
        let reader = try open()
        #expect(try reader.action(1)?.status == .began)
        #expect(try reader.snapshot(0) == .null)
    }

    @Test func `A session that was being read at its end becomes one plain file later`() throws {
        try FileManager.default.removeItem(at: url)
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        let log = try CrashLog(creatingFor: url, medium: .memory)
        try writer.write { try $0.setInitialState(1) }
        let early = try SessionReader(opening: url)
        try writer.write {
            try $0.append(ActionRecord(seq: 1, parent: 0, at: 0, type: "A", patch: Patch([])), state: 1)
        }
        try writer.close()
        log.remove()
        #expect(try early.lastSeq() == 0)
        early.close()
        let reader = try open()
        #expect(try reader.lastSeq() == 1)
        reader.close()
        #expect(try SQL.column("PRAGMA journal_mode", in: url) == ["delete"])
    }
}

/// Effects and causes that are only in the side files.
@Suite struct EffectRecoveryTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    @Test(arguments: Thoroughness.first(3, of: UInt64(1)...30))
    func `A recording that was killed has its effects, as far as they were written`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var sample = SampleSession(seed: seed, count: 80)
        sample.addEffects(seed: seed)
        let effects = try #require(sample.effects)
        let committed = random.below(81)
        let log = try CrashLog(creatingFor: url, medium: random.below(2) == 0 ? .memory : .file)
        let writer = try SessionWriter(creating: url.appendingPathExtension("x"), facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(sample.states[0])
            try effects.append(after: 0, to: transaction)
            for record in sample.records.prefix(committed) {
                try transaction.append(record, state: sample.states[record.seq])
                try effects.append(after: record.seq, to: transaction)
            }
        }
        try writer.close(isComplete: false)
        try FileManager.default.moveItem(at: url.appendingPathExtension("x"), to: url)
        // A part of what was committed is still in the side files.
        let first = max(1, committed - random.below(5))
        var line = 0
        for record in sample.records.dropFirst(first - 1) {
            log.begin(
                CrashLogLine(
                    ticket: record.seq,
                    at: record.at,
                    type: record.type,
                    coder: record.coder,
                    payload: record.payload,
                    cause: record.cause
                )
            )
            log.end(record.seq, seq: record.seq)
            for effect in effects.effects where effect.seq == record.seq {
                line += 1
                log.begin(effect, line: line)
            }
            for outcome in effects.outcomes where outcome.seq == record.seq {
                line += 1
                log.end(outcome, line: line)
            }
        }
        log.leave()
        let session = try SessionReader(opening: url)
        #expect(try SessionCheck.run(session).findings == [])
        let outcomes = effects.outcomes.map { outcome in
            var outcome = outcome
            if outcome.seq > committed { (outcome.type, outcome.coder, outcome.value) = (nil, .codable, nil) }
            return outcome.line
        }
        #expect(try session.effectLines() == effects.effects.map(\.line) + outcomes)
        #expect(try (1...80).map { try session.cause(ofAction: $0) } == sample.records.map(\.cause))
    }

    @Test func `Causes and seqs in the side files are renumbered with the actions`() throws {
        try SampleSession(seed: 1, count: 10).write(to: url, isComplete: false)
        let log = try CrashLog(creatingFor: url, medium: .file)
        // Actions 11 to 14 were excluded.
        for (ticket, cause) in [(15, nil), (16, .action(15)), (17, .action(13)), (18, .effect(1))]
            as [(Int, CauseReference?)]
        {
            log.begin(CrashLogLine(ticket: ticket, at: 1, type: "A", coder: .codable, payload: nil, cause: cause))
            log.end(ticket, seq: ticket)
        }
        log.begin(EffectRecord(id: 1, seq: 17, at: 1, name: "a", cause: .action(16)), line: 1)
        log.begin(EffectRecord(id: 2, seq: 18, at: 1, name: "b", cause: .action(12)), line: 2)
        log.end(OutcomeRecord(id: 1, effect: 1, seq: 18, at: 2, status: .canceled), line: 3)
        log.leave()
        let session = try SessionReader(opening: url)
        #expect(try SessionCheck.run(session).findings == [])
        #expect(try session.type(of: 11) == "(not recorded)" && session.lastSeq() == 15)
        #expect(try (11...15).map { try session.cause(ofAction: $0) } == [nil, nil, .action(12), nil, .effect(1)])
        #expect(try session.effectLines().map { $0.split(separator: " ")[2] } == ["14", "15", "1"])
        #expect(try session.effect(1)?.effect.cause == .action(13) && session.effect(1)?.outcome?.seq == 15)
        #expect(try session.effect(2)?.effect.cause == nil)
    }

    @Test(arguments: Thoroughness.first(4, of: UInt64(0)..<60))
    func `Impossible lines of effects leave a sound session`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        try SampleSession(seed: 1, count: 10).write(to: url, isComplete: false)
        let log = try CrashLog(creatingFor: url, medium: .file)
        let numbers = [1, 2, 3, 9, 10, 11, 12, 30, Int.max]
        func cause() -> CauseReference? {
            let number = random.pick(numbers) * (random.below(8) == 0 ? -1 : 1)
            return random.below(3) == 0 ? nil : random.below(2) == 0 ? .effect(number) : .action(number)
        }
        for line in 1...20 {
            let (id, seq) = (random.pick(numbers), random.pick(numbers))
            switch random.below(3) {
            case 0:
                log.begin(CrashLogLine(ticket: line, at: 1, type: "A", coder: .codable, payload: nil, cause: cause()))
                if random.below(2) == 0 { log.end(line, seq: 10 + line) }
            case 1:
                let kind = random.pick(EffectRecord.Kind.allCases)
                log.begin(EffectRecord(id: id, seq: seq, at: 1, kind: kind, name: "a", cause: cause()), line: line)
            default:
                log.end(OutcomeRecord(id: id, effect: random.pick(numbers), seq: seq, at: 2), line: line)
            }
        }
        log.leave()
        let session = try SessionReader(opening: url)
        #expect(try SessionCheck.run(session).findings == [])
    }
}
