import ArgumentParser
import Foundation
import RewindReplay
import RewindTree
import RewindTimeline

/// `rewind export test`: writes a test that re-runs actions.
struct ExportTestCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Write a Swift Testing test that re-runs the actions.",
        usage: """
            rewind export test [<file>] [<from>..<to>] [--at <pointer>] ...
                               [--reducer <name>] [--module <name>]
                               [--output <file> [--force]]
            rewind export test [<file>] --flow <ref> [--app <name>] [--module <name>]
                               [--output <file> [--force]]
            """,
        discussion: """
            The test compares each state with the recording. It imports RewindReplay and the app's module. With --output, \
            values over 8192 bytes go to a JSON file beside it. With --flow, it runs the tap or other flow that led to an \
            action again in the app, with the recorded outcomes of its requests.

              rewind export test demo.rewind 18..20 -o DemoTests.swift
              rewind export test demo.rewind 60..63 --at /articleDetail
              rewind export test demo.rewind --flow 63 -o FlowTests.swift
            """
    )

    @OptionGroup var session: SessionArgument

    @OptionGroup var range: RangeArgument

    @Option(help: ArgumentHelp("Compare only this value; repeatable", valueName: "pointer"))
    var at: [LazyArgument<Pointer>] = []

    @Option(help: ArgumentHelp("Name of the reducer in the source; the registered name by default", valueName: "name"))
    var reducer: String?

    @Option(help: ArgumentHelp("Test the flow that led to an action", valueName: "ref"))
    var flow: LazyArgument<PointInTime>?

    @Option(
        help: ArgumentHelp(
            "Name of the app with its flows in the source, for --flow; the registered name by default",
            valueName: "name"
        )
    )
    var app: String?

    @Option(help: ArgumentHelp("Module of the app; that of the state by default", valueName: "name"))
    var module: String?

    @OptionGroup var newFile: NewFileOptions

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        try range.add(session.passOn())
        newFile.printToStandardOutput()
        try newFile.checkForce()
        if flow != nil ? !range.targets.isEmpty || !at.isEmpty || reducer != nil : app != nil {
            throw ValidationError.flowTest
        }
        if let reducer, reducer.isEmpty || reducer.contains(where: \.isNewline) { throw ValidationError.reducerName }
        if let module, module.isEmpty || !module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
            throw ValidationError.moduleName
        }
    }

    func run() throws {
        try newFile.target?.check(from: session.url, overwrites: newFile.force)
        guard let app = RegisteredApp.current, let rerunnable = app.rerunnable else { throw CommandError.noReducer }
        if let flow { return try exportFlow(to: flow, rerunnable) }
        guard let reducer = reducer ?? app.reducerName else { throw CommandError.noReducerName }
        let timeline = try session.timeline()
        let actions = try timeline.actions(of: range.value)
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
        if let first = test.takenSteps.first?.seq {
            let types = Dictionary(grouping: test.takenSteps, by: \.type).mapValues(\.count)
            Output.note(.stepsNotRun(types, first: first, of: test.count))
        }
        if try timeline.gap(endingWith: actions.upperBound) != nil {
            Output.note(.effectNotRecorded(seq: actions.upperBound))
        }
        try write(of: test.count) {
            test.parts(besideFile: $0)
        } source: {
            test.source
        }
    }

    private func exportFlow(to reference: LazyArgument<PointInTime>, _ app: RegisteredApp) throws {
        guard let name = self.app ?? app.flowsName else { throw CommandError.noAppName }
        let timeline = try session.timeline()
        let test = try FlowTestExport(
            of: timeline,
            with: app,
            flowOf: timeline.seq(reference),
            app: name,
            module: module,
            name: newFile.target?.url.deletingPathExtension().lastPathComponent
        )
        try write(of: test.count) {
            test.parts(besideFile: $0)
        } source: {
            test.parts(besideFile: nil).source
        }
    }

    /// Writes or prints a test of `count` actions. `parts` returns the source, and the contents of the file beside it.
    private func write(
        of count: Int,
        parts: (String) -> (source: String, data: String?),
        source: () -> String
    ) throws {
        guard let target = newFile.target else {
            if !output.json { return Output.text(source()) }
            return try output.print(ExportReport(test: source(), of: count))
        }
        let data = try target.write(from: session.url, overwrites: newFile.force, test: parts)
        try output.print(ExportReport(of: count, to: target, data))
    }
}

extension NewFile {
    /// Writes a test and, in a file beside it, its long values. Returns that file, if there are any.
    ///
    /// - Parameter parts: Returns the source, and the contents of the file beside it, which has the given name.
    /// - Throws: The errors of `write(_:from:overwrites:)`.
    func write(
        from source: URL,
        overwrites: Bool,
        test parts: (_ data: String) -> (source: String, data: String?)
    ) throws -> NewFile? {
        let ending = url.pathExtension == "json" ? "-data.json" : ".json"
        let data = NewFile(argument: url.deletingPathExtension().relativePath + ending)
        let parts = parts(data.url.lastPathComponent)
        try write(from: source, overwrites: overwrites) { write in
            try write(Array(parts.source.utf8))
            // The data file is complete before the test takes its name.
            if let text = parts.data { try data.write(Array(text.utf8), from: source, overwrites: overwrites) }
        }
        return parts.data.map { _ in data }
    }
}

/// A test that was written.
struct ExportReport: CommandReport {
    private let format = "test"
    private let actions: Int
    private var file, data, source: String?

    private enum CodingKeys: CodingKey { case format, actions, file, data, source }

    init(test source: String, of actions: Int) {
        (self.actions, self.source) = (actions, source)
    }

    init(of actions: Int, to target: NewFile, _ data: NewFile?) {
        self.actions = actions
        file = target.path
        self.data = data?.path
    }

    func lines(style: TextStyle) -> [String] {
        let data = data.map { ", with \($0)" } ?? ""
        return file.map { ["\($0): a test of \(BriefText.count(actions, "action"))\(data)"] } ?? []
    }
}
