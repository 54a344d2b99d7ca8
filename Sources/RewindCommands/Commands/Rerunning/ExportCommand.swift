#if os(macOS) || os(Linux)

import ArgumentParser
import Foundation
import RewindInspector
import RewindReplay
import RewindTree
import RewindTimeline

/// `rewind export`: writes a session in another form.
struct ExportCommand: SessionCommand, AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case test, html, state, json
    }

    /// The default maximum size of a page, in bytes.
    private static let mostBytes = 20_000_000

    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a part of a session as a test, as a web page, or as JSON.",
        usage: """
            rewind export [<file>] [<from>..<to>] --format test [--at <pointer>] ... [--reducer <name>]
                          [--module <name>] [--output <file>] [--force] [--json]
            rewind export [<file>] [<from>..<to>] --format html --output <file> [--bytes <count>] [--force] [--json]
            rewind export [<file>] [<from>..<to>] --format json [--output <file>] [--force] [--json]
            rewind export [<file>] [<ref>] [<pointer>] --format state [--output <file>] [--force] [--json]
            """,
        discussion: """
            html makes one file that shows the actions as the inspector does, screens included: it \
            opens from disk, needs no server, and fetches nothing. What is masked in the session is masked in it. A part \
            that needs more than --bytes is refused.

            test makes one for Swift Testing: it runs these actions through the app's reducer again, and compares the \
            state after each with the recording, as far as that has it; with --at, only the values there. It needs the \
            library RewindReplay of the package rewind, and the app's module. With --output, what is long, more than 8192 \
            bytes, goes to a JSON file beside it, from which the test reads it.

            state makes JSON of the state at REF, the cursor's by default, or of the value at POINTER in it. json makes \
            one document of the state before the first action and of the actions, with seq, parent, type, payload and time, \
            which is also there as at, in microseconds since 1970.

              rewind export demo.rewind 18..20 --format test -o DemoTests.swift
              rewind export demo.rewind --format state 12 /home
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp(
            "FROM..TO: only these actions. Of a state: REF and POINTER.",
            valueName: "points"
        )
    )
    var points: [PointArgument] = []

    @Option(help: "What to write.")
    var format: Format

    @Option(help: ArgumentHelp("Compare only the value here; may be repeated.", valueName: "pointer"))
    var at: [Deferred<Pointer>] = []

    @Option(help: ArgumentHelp("What the source calls the app's reducer, if the tool was not told.", valueName: "name"))
    var reducer: String?

    @Option(help: ArgumentHelp("The app's module. That of its state by default.", valueName: "name"))
    var module: String?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to make.", valueName: "file")
    )
    var target: NewFile?

    @Option(help: ArgumentHelp("The most bytes that a page may have; 20000000 by default.", valueName: "count"))
    var bytes: Count?

    @Flag(help: "Overwrite the file.")
    var force = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try target?.validate()
        if format == .html, target == nil { throw ValidationError.pageWithoutOutput }
        if force, target == nil { throw ValidationError.forceWithoutOutput }
        if format != .html, bytes != nil { throw ValidationError.bytesOfOthers }
        if format != .test, !at.isEmpty || reducer != nil || module != nil { throw ValidationError.testOptionsOfOthers }
        if let reducer, reducer.isEmpty || reducer.contains(where: \.isNewline) { throw ValidationError.reducerName }
        if let module, module.isEmpty || !module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
            throw ValidationError.moduleName
        }
        _ = try chosen
    }

    /// The positional arguments after the file.
    var chosen: Points {
        get throws {
            let isOfState = format == .state
            return try Points(
                points,
                references: isOfState ? 1 : 0,
                takesRange: !isOfState,
                takesPointer: isOfState,
                orThrow: isOfState ? .onePoint : .oneRange
            )
        }
    }

    func run() async throws {
        try target?.check(from: session.url, overwrites: force)
        switch format {
        case .html: try await writePage()
        case .test: try writeTest()
        case .state: try writeState()
        case .json: try writeActions()
        }
    }

    private func writePage() async throws {
        guard let target else { throw ValidationError.pageWithoutOutput }
        let timeline = try session.timeline()
        let actions = try timeline.actions(of: chosen.range?.value)
        timeline.session.close()
        let limit = try bytes?.number(for: "--bytes") ?? Self.mostBytes
        let app = RegisteredApp.current
        do {
            let page = try await SessionDocument(
                of: InspectedFile(url: session.url, file: session.file),
                app: InspectedApp(html: app?.html, text: app?.screen, presentation: RegisteredApp.currentPresentation),
                .init(
                    from: actions.lowerBound - 1,
                    to: actions.upperBound,
                    limit: limit,
                    version: Wording.version
                ),
                working: {
                    let work = LongWork()
                    return { try work.step("made up to \($0)") }
                }
            )
            try target.write(page.bytes, from: session.url, overwrites: force)
            try output.print(PageReport(actions: actions.count, bytes: page.bytes.count, at: target))
        } catch let error as SessionDocument.TooLarge {
            throw CommandError.pageTooLarge(
                limit: error.limit,
                from: actions.lowerBound,
                fits: error.fits,
                output: target.path
            )
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
            name: target?.url.deletingPathExtension().lastPathComponent
        )
        let work = LongWork()
        let test = try TestExport(of: timeline, with: rerunnable, options) { try work.step("read up to \($0)") }
        if let pointer = test.emptyPointers.first {
            throw try MissingPointer.error(for: pointer, at: actions.upperBound, in: timeline) {
                .neverAnything(pointer, seq: actions.upperBound, holder: $0, elsewhere: $1)
            }
        }
        if try timeline.gap(endingWith: actions.upperBound) != nil {
            Output.note(.effectNotRecorded(seq: actions.upperBound))
        }
        guard let target else {
            if !output.json { return Output.text(test.source) }
            return try output.print(ExportReport(test: test.source, of: test.count))
        }
        let ending = target.url.pathExtension == "json" ? "-data.json" : ".json"
        let data = NewFile(argument: target.url.deletingPathExtension().relativePath + ending)
        let parts = test.parts(besideFile: data.url.lastPathComponent)
        try target.write(from: session.url, overwrites: force) { write in
            try write(Array(parts.source.utf8))
            // The data file is complete before the test takes its name.
            if let text = parts.data { try data.write(Array(text.utf8), from: session.url, overwrites: force) }
        }
        try output.print(ExportReport(of: test.count, to: target, parts.data.map { _ in data }))
    }
}

private struct ExportReport: Report {
    private let format = "test"
    private let actions: Int
    private var output, data, source: String?
    private var path, dataPath: String?

    private enum CodingKeys: CodingKey { case format, actions, output, data, source }

    init(test source: String, of actions: Int) {
        (self.actions, self.source) = (actions, source)
    }

    init(of actions: Int, to target: NewFile, _ data: NewFile?) {
        self.actions = actions
        (path, output) = (target.path, target.absolutePath)
        (dataPath, self.data) = (data?.path, data?.absolutePath)
    }

    func lines(style: Style) -> [String] {
        let data = dataPath.map { ", with \($0)" } ?? ""
        return path.map { ["\($0): a test of \(BriefText.count(actions, "action"))\(data)"] } ?? []
    }
}

private struct PageReport: Report {
    private let format = "html"
    private let actions, bytes: Int
    private let output: String
    private let path: String

    private enum CodingKeys: CodingKey { case format, actions, bytes, output }

    init(actions: Int, bytes: Int, at target: NewFile) {
        (self.actions, self.bytes, path, output) = (actions, bytes, target.path, target.absolutePath)
    }

    func lines(style: Style) -> [String] {
        ["\(path): a page of \(BriefText.count(actions, "action")), \(BriefText.count(bytes, "byte"))"]
    }
}

#endif
