import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// The side files of a session whose recorder was killed: their actions have ascending numbers, and adding them results
/// in a sound session.
enum CrashLogTarget {
    static func run(_ bytes: [UInt8]) {
        guard let mode = bytes.first else { return }
        let parts = bytes.dropFirst().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let folds = mode % 4 == 0
        Scratch.start(with: folds ? Killed.bytes : [])
        for (path, part) in zip(CrashLog.paths(for: Scratch.session), parts) {
            Scratch.write(part, to: Scratch.url((path as NSString).lastPathComponent))
        }
        let last = folds ? Killed.last : Int(mode)
        let records = SessionRecovery.missing(for: Scratch.session, after: last)
        for (index, record) in records.enumerated() {
            require(record.seq == last + 1 + index, "Action \(record.seq) follows action \(last + index)")
            require((0..<record.seq).contains(record.parent), "Action \(record.seq) has the parent \(record.parent)")
        }
        if folds { fold(records.count) }
    }

    private static func fold(_ count: Int) {
        do {
            let timeline = try Timeline(opening: Scratch.session)
            defer { timeline.session.close() }
            require(timeline.last == Killed.last + count, "\(count) actions are folded in as \(timeline.last)")
            let findings = try SessionCheck.run(timeline.session).findings
            require(findings.isEmpty, "Folded in: \(findings)")
            _ = try timeline.session.ending()
            _ = try timeline.tip()
            try timeline.session.forEachAction { _ in true }
            try timeline.session.forEachEffect { _ in true }
        } catch {
            require(false, "The session cannot be folded: \(error)")
        }
    }
}

/// A session with three actions whose recorder was killed.
private enum Killed {
    static let last = 3

    static let bytes: [UInt8] = {
        Scratch.start(with: [])
        let url = Scratch.url("killed.rewind")
        do {
            let writer = try SessionWriter(creating: url, facts: ["app": "Fuzz"], syncs: false)
            try writer.write { transaction in
                try transaction.setInitialState(["n": 0])
                for seq in 1...last {
                    let number = Tree.integer(Int64(seq))
                    let patch = Patch([.replace(["n"], number)])
                    let record = ActionRecord(seq: seq, parent: seq - 1, at: 1_000, type: "Add", patch: patch)
                    try transaction.append(record, state: ["n": number])
                }
            }
            try writer.close(isComplete: false)
            let connection = try Connection(path: url.path)
            try connection.finish()
            try connection.close()
        } catch {
            require(false, "No session can be written: \(error)")
        }
        return Scratch.read(url)
    }()
}
