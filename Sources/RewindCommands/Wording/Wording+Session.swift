import Foundation
import RewindSession
import RewindTimeline
import RewindUpkeep

/// Hints after errors of session files.
extension Wording {
    static func hint(for error: SessionError) -> CommandError.Hint {
        switch error {
        case .notFound(let path): hint(forMissing: path)
        case .isDirectory: "Name a *.rewind file in it."
        case .notASession: "A session is a file that the Rewind recorder writes, usually NAME.rewind."
        case .unsupportedVersion(_, let found):
            found > SessionFormat.version ? "Use a newer rewind." : "Use the rewind that recorded it."
        case .damaged(_, let damage): hint(for: damage)
        case .alreadyExists: "Use another name; a session is never overwritten."
        case .noSuchFolder: "Create the folder first."
        case .beingRecorded: "Try again when that has ended, or use a copy."
        case .noLocks: "Copy it with its -wal and -began files to another folder, and use it there."
        case .partMissing(_, let missing): "Copy \(TerminalText.line(missing)) from where the session was recorded."
        case .diskFull: "Free some space and try again."
        case .notPermitted: "Check the permissions of the file and its folder, or use a copy."
        case .system: "Check the path and the disk, or use a copy."
        }
    }

    /// Returns the nearest name of a session in the same folder.
    private static func hint(forMissing path: String) -> CommandError.Hint {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let stems = names.filter { $0.hasSuffix(".rewind") }.map { String($0.dropLast(".rewind".count)) }.sorted()
        let stem = url.pathExtension == "rewind" ? url.deletingPathExtension().lastPathComponent : url.lastPathComponent
        let isHere = folder.standardizedFileURL.path == FileManager.default.currentDirectoryPath
        if let nearest = stems.first(where: { $0.lowercased() == stem.lowercased() }) ?? NearestWord.of(stem, in: stems)
        {
            let other = nearest + ".rewind"
            return "Did you mean \(TerminalText.line(isHere ? other : folder.appendingPathComponent(other).path))?"
        }
        return isHere || names.isEmpty
            ? .command("List the sessions here", "rewind ls")
            : .command("List the sessions there", "rewind ls \(ShellWord.path(folder.path))")
    }

    private static func hint(for damage: SessionError.Damage) -> CommandError.Hint {
        switch damage {
        case .cutShort:
            .command(
                "Copy it again, with the files beside it, or save the rest",
                "rewind verify FILE --repair --output NEW.rewind"
            )
        default: .command("List the damage", "rewind verify FILE")
        }
    }

    /// Returns the hint for findings.
    static func hint(for findings: [SessionCheck.Finding]) -> CommandError.Hint {
        let areOfIndex = findings.allSatisfy {
            switch $0 {
            case .index, .unusedPointer: true
            default: false
            }
        }
        return areOfIndex
            ? .command("Rebuild the index", "rewind verify FILE --rebuild")
            : .command("Save everything that is intact", "rewind verify FILE --repair --output NEW.rewind")
    }

    static func hint(for error: BookmarkError) -> CommandError.Hint {
        switch error {
        case .unusableName(let name):
            name.utf8.count > Bookmark.longestName
                ? "Use at most \(Bookmark.longestName) bytes."
                : "Use a name that is not a REF, without ~, .., +N and control characters."
        case .noteTooLong: "Use a shorter note."
        }
    }

    static func hint(for error: CutError) -> CommandError.Hint {
        switch error {
        case .noActions: .listActions
        case .stateNotKnown(_, let next):
            next.map { .command("Start later", "rewind cut FILE \($0)..end --output part.rewind") } ?? "Start earlier."
        }
    }

    static func hint(for error: ScrubError) -> CommandError.Hint? {
        switch error {
        case .nothingThere: nil
        case .noSuchKey(let name):
            .command("Find similar names", "rewind search FILE \(ShellWord.text(name.lowercased())) --in key")
        case .incomplete: "Please report this bug."
        }
    }
}
