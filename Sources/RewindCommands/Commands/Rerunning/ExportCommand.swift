import ArgumentParser
import Foundation
import RewindReplay
import RewindTree
import RewindTimeline

/// `rewind export`: writes a session in another form.
struct ExportCommand: SessionCommand, AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case test, html, story, devtools

        var isPage: Bool { self == .html || self == .story }
    }

    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export actions as a test, a page or a DevTools file.",
        usage: """
            rewind export [<file>] [<from>..<to>] --format test
                          [--at <pointer>] ... [--reducer <name>] [--module <name>]
                          [--output <file> [--force]]
            rewind export [<file>] [<from>..<to>] --format html
                          --output <file> [--force] [--bytes <count>]
            rewind export [<file>] [<ref>] ... --format story
                          --output <file> [--force] [--bytes <count>]
            rewind export [<file>] [<from>..<to>] --format devtools
                          [--output <file> [--force]]
            """,
        discussion: """
            test is a Swift Testing test that re-runs the actions and compares each state with the recording. It \
            imports RewindReplay and the app's module. With --output, values over 8192 bytes go to a JSON file beside \
            it.

            html is a single file that shows the actions as rewind inspect does, without a server. Masks stay masked.

            story is a page to read, for a ticket: the moments at REF, by default the bookmarks, each with its note, \
            action, changes and screen. It has no scripts, and can be printed.

            devtools is a file for the import of Redux DevTools: the actions on the path to TO and the state after each. TO \
            is the end of the branch with the cursor by default.

              rewind export demo.rewind 18..20 -o DemoTests.swift
              rewind export demo.rewind 12 63 --format story -o story.html
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp(
            "Only actions FROM..TO; for a story, REFs",
            valueName: "range|ref"
        )
    )
    var targets: [TargetArgument] = []

    @Option(
        name: .customLong("format"),
        help: ArgumentHelp("Output format; by default that of --output *.swift or *.html", valueName: "format")
    )
    var givenFormat: Format?

    @Option(help: ArgumentHelp("Compare only this value; repeatable", valueName: "pointer"))
    var at: [LazyArgument<Pointer>] = []

    @Option(help: ArgumentHelp("Name of the reducer in the source; the registered name by default", valueName: "name"))
    var reducer: String?

    @Option(help: ArgumentHelp("Module of the app; that of the state by default", valueName: "name"))
    var module: String?

    @OptionGroup var newFile: NewFileOptions

    @Option(help: ArgumentHelp("Maximum size of a page, in bytes; 20000000 by default", valueName: "count"))
    var bytes: Count?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try newFile.checkForce()
        let format = try format
        if format.isPage, newFile.target == nil { throw ValidationError.pageWithoutOutput }
        if !format.isPage, bytes != nil { throw ValidationError.bytesOfOthers }
        if format != .test, !at.isEmpty || reducer != nil || module != nil { throw ValidationError.testOptionsOfOthers }
        if let reducer, reducer.isEmpty || reducer.contains(where: \.isNewline) { throw ValidationError.reducerName }
        if let module, module.isEmpty || !module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
            throw ValidationError.moduleName
        }
        _ = try chosen
    }

    /// The format, which the name of the output may imply.
    private var format: Format {
        get throws {
            let implied: [String: Format] = ["swift": .test, "html": .html]
            guard let format = givenFormat ?? implied[newFile.target?.url.pathExtension ?? ""] else {
                throw ValidationError.noFormat
            }
            return format
        }
    }

    /// The positional arguments after the file.
    var chosen: Targets {
        get throws {
            switch try format {
            case .story: try Targets(targets, references: .max, takesPointer: false, orThrow: .onlyReferences)
            case .test, .html, .devtools:
                try Targets(targets, takesRange: true, takesPointer: false, orThrow: .oneRange)
            }
        }
    }

    func run() async throws {
        try newFile.target?.check(from: session.url, overwrites: newFile.force)
        switch try format {
        case .html: try await writePage()
        case .story: try await writeStory()
        case .test: try writeTest()
        case .devtools: try writeLiftedState()
        }
    }

    private func writeTest() throws {
        guard let app = RegisteredApp.current, let rerunnable = app.rerunnable else { throw CommandError.noReducer }
        guard let reducer = reducer ?? app.reducerName else { throw CommandError.noReducerName }
        let timeline = try session.timeline()
        let actions = try timeline.actions(of: chosen.range?.value)
        let options = try TestExport.Options(
            from: timeline.parent(of: actions.lowerBound),
            to: actions.upperBound,
            pointers: at.map { try $0.value },
            reducer: reducer,
            module: module,
            name: newFile.target?.url.deletingPathExtension().lastPathComponent
        )
        let work = ProgressReporter()
        let test = try TestExport(of: timeline, with: rerunnable, options) {
            try work.step("reading", at: $0, of: actions)
        }
        if let pointer = test.emptyPointers.first {
            throw try MissingPointer.error(for: pointer, at: actions.upperBound, in: timeline) {
                .neverAnything(pointer, seq: actions.upperBound, holder: $0, elsewhere: $1)
            }
        }
        if try timeline.gap(endingWith: actions.upperBound) != nil {
            Output.note(.effectNotRecorded(seq: actions.upperBound))
        }
        guard let target = newFile.target else {
            if !output.json { return Output.text(test.source) }
            return try output.print(ExportReport(test: test.source, of: test.count))
        }
        let ending = target.url.pathExtension == "json" ? "-data.json" : ".json"
        let data = NewFile(argument: target.url.deletingPathExtension().relativePath + ending)
        let parts = test.parts(besideFile: data.url.lastPathComponent)
        try target.write(from: session.url, overwrites: newFile.force) { write in
            try write(Array(parts.source.utf8))
            // The data file is complete before the test takes its name.
            if let text = parts.data { try data.write(Array(text.utf8), from: session.url, overwrites: newFile.force) }
        }
        try output.print(ExportReport(of: test.count, to: target, parts.data.map { _ in data }))
    }
}

private struct ExportReport: Report {
    private let format = "test"
    private let actions: Int
    private var file, data, source: String?

    private enum CodingKeys: CodingKey { case format, actions, file, data, source }

    init(test source: String, of actions: Int) {
        (self.actions, self.source) = (actions, source)
    }

    init(of actions: Int, to target: NewFile, _ data: NewFile?) {
        (self.actions, file, self.data) = (actions, target.path, data?.path)
    }

    func lines(style: Style) -> [String] {
        let data = data.map { ", with \($0)" } ?? ""
        return file.map { ["\($0): a test of \(BriefText.count(actions, "action"))\(data)"] } ?? []
    }
}
