import Foundation
import RewindBridge
import RewindSession
import RewindTimeline
import RewindTree

/// Export for Redux DevTools.
extension ExportCommand {
    func writeLiftedState() throws {
        let timeline = try session.timeline()
        let range = try chosen.range?.value
        let actions = try timeline.actions(of: range)
        let last = range == nil ? try timeline.tip() : actions.upperBound
        let export = try LiftedStateExport(of: timeline, from: actions.lowerBound, to: last)
        try timeline.know(allIn: [actions])
        let work = ProgressReporter()
        func run(_ write: ([UInt8]) throws -> Void) throws {
            try export.run(progress: { try work.step("writing", at: $0, of: actions) }, write)
        }
        if let target = newFile.target {
            var bytes = 0
            try target.write(from: session.url, overwrites: newFile.force) { write in
                try run {
                    bytes += $0.count
                    try write($0)
                }
            }
            try output.print(WrittenReport(.devtools, actions: export.seqs.count, bytes: bytes, at: target))
        } else {
            try run { Output.text(String(decoding: $0, as: UTF8.self)) }
        }
        let others = actions.count - export.seqs.count
        let marks = try timeline.session.bookmarks().count { actions.contains($0.seq) }
        let parts = [
            others > 0 ? "\(BriefText.count(others, "action")) of other branches" : nil,
            marks > 0 ? BriefText.count(marks, "bookmark") : nil,
        ].compactMap(\.self)
        if !parts.isEmpty { Output.note(.notExported(parts)) }
    }
}

/// A file that was written.
struct WrittenReport: Report {
    private let format, file: String
    private let actions, moments: Int?
    private let bytes: Int

    init(
        _ format: ExportCommand.Format,
        actions: Int? = nil,
        moments: Int? = nil,
        bytes: Int,
        at target: NewFile
    ) {
        (self.format, file, self.bytes) = (format.rawValue, target.path, bytes)
        (self.actions, self.moments) = (actions, moments)
    }

    func lines(style: Style) -> [String] {
        let content = [
            actions.map { (format == "html" ? "a page of " : "") + BriefText.count($0, "action") },
            moments.map { "a story of \(BriefText.count($0, "moment"))" },
        ].compactMap(\.self)
        return ["\(file): \(content.joined()), \(BriefText.count(bytes, "byte"))"]
    }
}
