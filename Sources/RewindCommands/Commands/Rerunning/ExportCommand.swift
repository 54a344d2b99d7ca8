import ArgumentParser
import Foundation
import RewindReplay
import RewindSession
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
    var from: String?

    @Option(help: ArgumentHelp("REF: the last action. The end by default.", valueName: "ref"))
    var to: String?

    @Option(help: ArgumentHelp("Compare only the value here; may be repeated.", valueName: "pointer"))
    var at: [String] = []

    @Option(help: ArgumentHelp("What the source calls the app's reducer, if the tool was not told.", valueName: "name"))
    var reducer: String?

    @Option(help: ArgumentHelp("The app's module. That of its state by default.", valueName: "name"))
    var module: String?

    @Option(name: .customLong("output"), help: ArgumentHelp("The file to make.", valueName: "file"))
    var target: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if target == "" { throw ValidationError("The path of the output file is empty.") }
        if let reducer, reducer.isEmpty || reducer.contains(where: \.isNewline) {
            throw ValidationError("The name of the reducer is a word or an expression on one line.")
        }
        if let module, module.isEmpty || !module.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
            throw ValidationError("The name of the module is one word.")
        }
    }

    func run() throws {
        guard let app = RegisteredApp.current, let rerunnable = app.rerunnable else { throw CommandError.noReducer }
        guard let reducer = reducer ?? app.reducerName else { throw CommandError.noReducerName }
        let timeline = try session.open()
        let start = try timeline.seq(from, or: "start")
        try UnknownStates(of: timeline).prepare(start)
        let options = TestExport.Options(
            from: start,
            to: try timeline.seq(to, or: "end"),
            pointers: try at.map { try Pointer(argument: $0) },
            reducer: reducer,
            module: module
        )
        let work = LongWork()
        let test = try TestExport(of: timeline, with: rerunnable, options) { try work.step("read up to \($0)") }
        work.end()
        if let pointer = test.emptyPointers.first {
            throw try MissingPointer.error(for: pointer, in: timeline) {
                .neverAnything(pointer, seq: options.to, elsewhere: $0)
            }
        }
        if try timeline.gap(endingWith: options.to) != nil {
            Output.message(
                "Note: what action \(options.to) led to was not recorded; the test runs that far, and compares nothing "
                    + "there."
            )
        }
        let source = test.source
        if let target { try NewFile.write(source, to: target) }
        guard !output.json else {
            var members: [(String, Tree)] = [("format", "test"), ("actions", .integer(Int64(test.count)))]
            if let target {
                members.append(("output", .string(URL(fileURLWithPath: target).path)))
            } else {
                members.append(("source", .string(source)))
            }
            return Output.line(Tree(members: members).text)
        }
        if let target {
            Output.line("\(target): a test of \(BriefText.count(test.count, "action"))")
        } else {
            Output.text(source)
        }
    }
}
