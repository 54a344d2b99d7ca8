import ArgumentParser
import RewindReplay
import RewindTree
import RewindTimeline

/// `rewind export`: a session in another form.
struct ExportCommand: SessionCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case test
    }

    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a part of a session as a test for Swift Testing.",
        discussion: """
            The test runs the actions after FROM through the app's reducer again, up to TO, and compares the state after \
            each with the recording, as far as that has it; with --at, only the values there. It needs the library Replay of the package \
            rewind, and the app's module.
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(help: "What to write.")
    var format: Format

    @Option(help: ArgumentHelp("REF: the state to begin with. The start by default.", valueName: "ref"))
    var from: Deferred<Reference>?

    @Option(help: ArgumentHelp("REF: the last action. The end by default.", valueName: "ref"))
    var to: Deferred<Reference>?

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

    @Flag(help: "Overwrite the file.")
    var force = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try target?.validate()
        if let reducer, reducer.isEmpty || reducer.contains(where: \.isNewline) { throw ValidationError.reducerName }
        if let module, module.isEmpty || !module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
            throw ValidationError.moduleName
        }
    }

    func run() throws {
        guard let app = RegisteredApp.current, let rerunnable = app.rerunnable else { throw CommandError.noReducer }
        guard let reducer = reducer ?? app.reducerName else { throw CommandError.noReducerName }
        let timeline = try session.timeline()
        let start = try timeline.seq(from ?? .start)
        try UnknownStates(of: timeline).prepare(start)
        let options = TestExport.Options(
            from: start,
            to: try timeline.seq(to ?? .end),
            pointers: try at.map { try $0.value },
            reducer: reducer,
            module: module
        )
        let work = LongWork()
        let test = try TestExport(of: timeline, with: rerunnable, options) { try work.step("read up to \($0)") }
        work.end()
        if let pointer = test.emptyPointers.first {
            throw try MissingPointer.error(for: pointer, at: options.to, in: timeline) {
                .neverAnything(pointer, seq: options.to, holder: $0, elsewhere: $1)
            }
        }
        if try timeline.gap(endingWith: options.to) != nil { Output.note(.effectNotRecorded(seq: options.to)) }
        let source = test.source
        try target?.write(source, overwriting: force)
        if target == nil, !output.json {
            Output.text(source)
        } else {
            try output.print(ExportReport(test: source, of: test.count, to: target))
        }
    }
}

private struct ExportReport: Report {
    private let format = "test"
    private let actions: Int
    private let output, source: String?
    private let path: String?

    private enum CodingKeys: CodingKey { case format, actions, output, source }

    init(test source: String, of actions: Int, to target: NewFile?) {
        (self.actions, path, output) = (actions, target?.path, target?.absolutePath)
        self.source = target == nil ? source : nil
    }

    func lines(style: Style) -> [String] {
        path.map { ["\($0): a test of \(BriefText.count(actions, "action"))"] } ?? []
    }
}
