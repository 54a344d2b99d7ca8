import ArgumentParser
import Foundation
import RewindBridge
import RewindSession
import RewindTimeline

/// `rewind export devtools`: writes a file for the import of Redux DevTools.
struct ExportDevToolsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "devtools",
        abstract: "Write a file for the import of Redux DevTools.",
        usage: """
            rewind export devtools [<file>] [<from>..<to>]
                                   [--output <file> [--force]]
            """,
        discussion: """
            The file has the actions on the path to TO and the state after each. TO is the end of the branch with the \
            cursor by default.

              rewind export devtools demo.rewind -o demo.json
              rewind export devtools demo.rewind 60..70 -o part.json
            """
    )

    @OptionGroup var session: SessionArgument

    @OptionGroup var range: RangeArgument

    @OptionGroup var newFile: NewFileOptions

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        try range.add(session.passOn())
        newFile.printToStandardOutput()
        try newFile.checkForce()
    }

    func run() throws {
        try newFile.target?.check(from: session.url, overwrites: newFile.force)
        let timeline = try session.timeline()
        let range = try range.value
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
        let effects = try timeline.session.effectCount()
        let parts = [
            others > 0 ? "\(BriefText.count(others, "action")) of other branches" : nil,
            marks > 0 ? BriefText.count(marks, "bookmark") : nil,
            effects > 0 ? BriefText.count(effects, "effect") : nil,
        ].compactMap(\.self)
        if !parts.isEmpty { Output.note(.notExported(parts)) }
    }
}
