import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// The operations that write a copy of a session, whole or in part.
enum Copies {
    /// Runs one of them, selected by a number.
    ///
    /// - Parameter isSound: True if the session's check found nothing.
    static func make(of url: URL, _ number: UInt8, isSound: Bool) {
        let copy = Scratch.url("b.rewind")
        switch number % 8 {
        case 0, 1: repair(url, to: copy, isSound: isSound)
        case 2: if (try? IndexRebuilding.run(url)) != nil { checkAgain(url, isSound, "rebuilding the index") }
        case 3: if (try? cut(url, to: copy)) != nil { checkAgain(copy, isSound, "cutting") }
        case 4:
            let retention = Retention(maxActions: 5)
            let report = try? SessionPruning.prune(url, keeping: retention, now: 1_760_000_000_000_000)
            if report != nil { checkAgain(url, isSound, "pruning") }
        case 5: scrub(url, .pointers([["articleDetail"]]), isSound)
        case 6: scrub(url, .pattern("[a-z]{4,}"), isSound)
        default:
            guard let timeline = try? Timeline(opening: url) else { return }
            let target = try? timeline.undoTarget(steps: 2)
            timeline.session.close()
            _ = try? SessionBookmarks.delete("a", in: url)
            guard let target else { return }
            _ = try? SessionBookmarks.set(Bookmark(name: "b", seq: target, at: 1), in: url)
            try? SessionCursor.move(to: target, tip: timeline.last, in: url)
            checkAgain(url, isSound, "moving the cursor")
        }
    }

    /// Requires that a copy of a sound session is sound.
    private static func checkAgain(_ url: URL, _ wasSound: Bool, _ work: String) {
        guard wasSound else { return }
        do {
            let session = try SessionReader(opening: url)
            defer { session.close() }
            let findings = try SessionCheck.run(session).findings
            require(findings.isEmpty, "After \(work): \(findings)")
        } catch {
            require(false, "After \(work): \(error)")
        }
    }

    /// Requires that a repaired session is sound.
    private static func repair(_ url: URL, to copy: URL, isSound: Bool) {
        guard let session = try? SessionRepair.open(url) else {
            return require(!isSound, "A sound session is unreadable")
        }
        defer { session.close() }
        let report = try? SessionRepair.run(session, to: copy)
        guard let report else { return require(!isSound, "A sound session cannot be repaired") }
        checkAgain(copy, true, "repairing")
        require(!isSound || report.damagedAt == nil, "A sound session lost an action to repair: \(report)")
        let losses = report.lostEffects + report.effectsWithoutValue
        require(!isSound || losses == 0, "A sound session lost an effect to repair: \(report)")
    }

    private static func cut(_ url: URL, to copy: URL) throws {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        _ = try SessionCut.run(timeline, from: timeline.first + 3, to: min(timeline.last, timeline.first + 9), to: copy)
    }

    private static func scrub(_ url: URL, _ target: SessionScrub.Target, _ isSound: Bool) {
        let report = try? SessionScrub.run(url, target, masks: Masks(key: Array(repeating: 7, count: 32)))
        if report != nil { checkAgain(url, isSound, "scrubbing") }
    }
}
