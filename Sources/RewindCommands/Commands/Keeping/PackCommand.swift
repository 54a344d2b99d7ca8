#if os(macOS) || os(Linux)

import ArgumentParser
import RewindSession
import RewindUpkeep

/// `rewind pack`: the same session in less room.
struct PackCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Write a smaller file that holds the same session.",
        discussion: """
            Every command reads it. The session itself stays as it is.

              rewind pack demo.rewind --output packed.rewind
              rewind pack packed.rewind --unpack --output plain.rewind
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The file to make.", valueName: "file"))
    var output: NewFile

    @Flag(help: "Write a packed session as its recorder had written it.")
    var unpack = false

    @Flag(help: "Overwrite the file.")
    var force = false

    @OptionGroup var options: OutputOptions

    func validate() throws {
        try output.validate()
    }

    func run() throws {
        let work = LongWork()
        let report = try output.make(from: session.url, overwrites: force) { url in
            try SessionPacking.write(
                session.url,
                to: url,
                as: unpack ? .plain : .packed,
                progress: work.tellingOfSession
            )
        }
        work.end()
        try options.print(PackReport(report: report, target: output))
        if let note = note(on: report) { Output.note(note) }
    }

    /// What may not be expected.
    private func note(on report: SessionPacking.Report) -> Note? {
        switch (report.formBefore, unpack) {
        case (.plain, true): .copiedPlain
        case (.packed, false): .copiedPacked
        case (.plain, false) where report.bytesAfter >= report.bytesBefore: .packedNoSmaller
        case (.plain, false), (.packed, true): nil
        }
    }
}

private struct PackReport: Report {
    let report: SessionPacking.Report
    let target: NewFile

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "output": target.absolutePath, "actions": report.actions, "bytes": report.bytesAfter,
            "bytes_before": report.bytesBefore,
        ])
    }

    func lines(style: Style) -> [String] {
        let each = report.actions > 0 ? ", \(report.bytesAfter / report.actions) an action" : ""
        return ["\(target.path): \(report.bytesAfter) bytes instead of \(report.bytesBefore)\(each)"]
    }
}

#endif
