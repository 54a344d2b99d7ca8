import Foundation
import RewindBridge
import RewindSession
import RewindTimeline
import RewindTree

/// The first inputs of the fuzzer, made from the fixtures of the repository.
struct Seeds {
    private let folder: URL

    init(folder: URL) {
        self.folder = folder
    }

    /// Writes a folder for each target.
    func write() throws {
        let name = "sessions/visit.rewind"
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("seeds-\(UUID().uuidString).rewind")
        try FileManager.default.copyItem(at: Base.fixtures.appendingPathComponent(name), to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        let timeline = try Timeline(opening: copy)
        let records = try (1...min(timeline.last, 60)).compactMap { try timeline.session.action($0) }
        try writeTexts(records)
        try writePatches(records, timeline)
        try writeCrashLogs(records, copy)
        try writeSessions()
        try writeForeign(timeline)
        try writeClients(timeline)
        timeline.session.close()
    }

    private func write(_ bytes: some Sequence<UInt8>, _ target: Target, _ name: String) throws {
        let folder = folder.appendingPathComponent(target.rawValue)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    private func writeTexts(_ records: [ActionRecord]) throws {
        for record in records {
            let texts = [record.payload, record.patch?.tree].compactMap { $0?.text }.filter { $0.utf8.count < 8_192 }
            for (index, text) in texts.enumerated() {
                try write(text.utf8, .json, "\(record.seq)-\(index)")
                let pointer = record.patch?.operations.first?.path.description ?? "/0/path"
                try write("\(pointer)\n\(text)".utf8, .pointer, "\(record.seq)-\(index)")
            }
        }
        let numbers =
            #"[0,-0,1.5,-1e-7,1E400,0.1e1,123456789012345678901234567890,9007199254740993,"\ud83d\ude00\u0000é"]"#
        try write(numbers.utf8, .json, "numbers")
        let references = [
            "end~2", "cursor+10s", ":mark", "@Set*", "12:00:01.5", "2026-11-22T03:59+09:00", "1..-1", "/a~1b/0",
        ]
        for (index, text) in references.enumerated() { try write(text.utf8, .pointer, "reference-\(index)") }
    }

    private func writePatches(_ records: [ActionRecord], _ timeline: Timeline) throws {
        for record in records {
            guard let patch = record.patch, let pointer = patch.operations.first?.path,
                let parent = pointer.tokens.first.map({ Pointer([$0]) }),
                let old = try timeline.value(at: record.parent, parent),
                let new = try timeline.value(at: record.seq, parent), old != new
            else { continue }
            let text = "\(old.text)\n\(new.text)\n\(new.patch(from: old).tree.text)"
            guard text.utf8.count < 16_384 else { continue }
            try write(text.utf8, .patch, "\(record.seq)")
            try write("*\(text)".utf8, .patch, "\(record.seq)-large")
        }
        let lists = #"""
            [{"id":1,"a":2},{"id":2},{"id":3}]
            [{"id":3},{"id":1,"a":3},{"id":2}]
            [{"op":"move","from":"/0","path":"/-"},{"op":"copy","from":"/1","path":"/0"},{"op":"test","path":"/0","value":{"id":3}}]
            """#
        try write(lists.utf8, .patch, "lists")
        try write("*\(lists)".utf8, .patch, "lists-large")
        try write(
            "*{\"a\":1}\n{\"b\":[1]}\n[{\"op\":\"add\",\"path\":\"/x\",\"value\":1},{\"op\":\"remove\",\"path\":\"/k1\"}]"
                .utf8,
            .patch,
            "members-large"
        )
    }

    private func writeCrashLogs(_ records: [ActionRecord], _ url: URL) throws {
        let log = try CrashLog(creatingFor: url, medium: .file)
        for record in records.prefix(8) {
            let isBranch = record.seq % 3 == 0
            let line = CrashLogLine(
                ticket: record.seq,
                at: record.at,
                type: record.type,
                coder: record.coder,
                payload: record.payload,
                callSite: "App.swift:12",
                branch: isBranch ? .init(next: record.seq + 3, parent: 2) : nil,
                excluded: isBranch ? nil : .init(next: record.seq + 2, parent: 1),
                cause: isBranch ? .effect(record.seq - 1) : .action(record.seq)
            )
            log.begin(line)
            let effect = EffectRecord(
                id: record.seq,
                seq: record.seq + 3,
                at: record.at,
                kind: EffectRecord.Kind.allCases[record.seq % 4],
                name: "GET",
                input: record.payload,
                cause: isBranch ? .action(record.seq + 2) : .effect(record.seq - 1),
                origin: "App.swift:13"
            )
            log.begin(effect, line: 2 * record.seq)
            let status = OutcomeRecord.Status.allCases[record.seq % 3]
            let outcome = OutcomeRecord(
                id: record.seq,
                effect: record.seq,
                seq: record.seq + 3,
                at: record.at,
                duration: 9,
                status: status
            )
            if record.seq % 2 == 0 { log.end(outcome, line: 2 * record.seq + 1) }
            if record.seq % 4 != 0 { log.end(record.seq, seq: record.seq + 3) }
        }
        log.leave()
        let bytes = CrashLog.paths(for: url).map { FileManager.default.contents(atPath: $0) ?? Data() }
        for path in CrashLog.paths(for: url) { unlink(path) }
        for mode in [UInt8(0), 1] { try write([mode] + bytes.joined(separator: [0]), .crashLog, "mode-\(mode)") }
    }

    private func writeForeign(_ timeline: Timeline) throws {
        var text: [UInt8] = []
        try LiftedStateExport(of: timeline, from: 1, to: 4).run(progress: { _ in }) { text += $0 }
        try write(text, .bridge, "lifted")
        let payload =
            ##"{"payload":"[{\"type\":\"A\",\"x\":{\"$jsan\":\"$[0].type\"}}]","preloadedState":"{\"n\":1}"}"##
        let dated = ##"[{"action":{"type":"A"},"timestamp":"2026-11-27T07:03:06.175Z","state":{"n":1}}]"##
        let recorded =
            ##"[{"action":{"type":"A","payload":{"$jsan":"m[[1,2]]"},"isTypedAction":true},"timestamp":8e8}]"##
        for (index, text) in [payload, recorded, dated].enumerated() { try write(text.utf8, .bridge, "other-\(index)") }
    }

    private func writeClients(_ timeline: Timeline) throws {
        var text: [UInt8] = []
        try LiftedStateExport(of: timeline, from: 1, to: 4).run(progress: { _ in }) { text += $0 }
        let lifted = ##"""
            {"actionsById":{"0":{"action":{"type":"@@INIT"}},"1":{"action":{"type":"A"},"timestamp":1780000000000},\
            "2":{"action":{"type":"B"},"timestamp":1770000000000}},"nextActionId":3,"stagedActionIds":[0,1,2],\
            "skippedActionIds":[1],"currentStateIndex":2,"committedState":{"n":0},\
            "computedStates":[{"state":{"n":0}},{"state":{"n":0}},{"state":{"n":2}}]}
            """##
        let head = ##""id":"a","instanceId":"a","name":"App""##
        let messages = [
            ##"{"type":"INIT",\##(head),"payload":{"n":0}}"##,
            ##"{"type":"STATE",\##(head),"payload":\##(lifted)}"##,
            ##"{"type":"STATE",\##(head),"payload":\##(Tree.string(lifted).text)}"##,
            ##"{"type":"STATE",\##(head),"payload":\##(String(decoding: text, as: UTF8.self))}"##,
            ##"{"type":"ACTION",\##(head),"payload":{"n":3},"action":{"type":"PERFORM_ACTION","action":{"type":"C"},"timestamp":1780000000001},"nextActionId":4,"isExcess":true}"##,
            ##"{"type":"ACTION",\##(head),"action":{"type":"PERFORM_ACTION","action":{"type":"D"}},"nextActionId":5}"##,
            ##"{"type":"ACTION","id":"p","name":"Plain","payload":[1,2],"action":[{"type":"A"},{"action":{"type":"B"},"timestamp":690000000.125}]}"##,
            ##"{"type":"ACTION","id":"p","name":"Plain","payload":"0","action":"[Cart] Add"}"##,
            ##"{"type":"ERROR",\##(head),"payload":"boom"}"##,
        ]
        let lines = messages.map { ##"{"event":"log","data":\##($0)}"## }
        for (index, line) in lines.enumerated() { try write("0\(line)\n4\(line)".utf8, .clients, "message-\(index)") }
        try write(lines.map { "0\($0)" }.joined(separator: "\n").utf8, .clients, "all")
        try write(lines.reversed().map { "6\($0)" }.joined(separator: "\n").utf8, .clients, "again")
        try write("1[\(lines.joined(separator: ","))]".utf8, .clients, "batch")
    }

    private func writeSessions() throws {
        let base = try Base.sound.get()
        try write([0] + base.bytes, .session, "file")
        for (table, columns) in base.tables.map(\.columns).enumerated() {
            for (column, copy) in zip(columns.indices, 0...) {
                let edit: [UInt8] = [
                    5, UInt8(table), UInt8(column), UInt8(copy), 6, UInt8((table * 7 + column) % 40),
                ]
                try write([1 + 2 * UInt8((table + column) % 8)] + edit + [0], .session, "\(table)-\(column)")
            }
        }
        // Deletes the fact that the session was closed, as if its recorder had been killed.
        let session = UInt8(base.tables.firstIndex { $0.name == "session" } ?? 0)
        for row in UInt8(0)..<12 { try write([0x81, 0, session, 0, row], .session, "killed-\(row)") }
        for copy in UInt8(0)..<8 { try write([1 + 2 * copy], .session, "copy-\(copy)") }
    }
}
