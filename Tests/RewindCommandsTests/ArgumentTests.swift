import ArgumentParser
import RewindTimeline
import RewindTree
import Testing

@testable import RewindCommands

@Suite struct ArgumentTests {
    @Test(arguments: [
        ("", "pointer"), ("/", "pointer"), ("/home/0", "pointer"), ("/a..b", "pointer"), ("12", "ref"),
        ("end~3", "ref"), (":a/b", "ref"), ("home", "ref"), ("@Type", "ref"), ("1..2", "range"), ("..", "range"),
    ])
    func `An argument is a pointer, a range or a REF by its spelling`(
        text: String,
        kind: String
    ) throws {
        let error = ValidationError.referencesAndPointer
        let targets = try Targets([TargetArgument(argument: text)], references: 1, takesRange: true, orThrow: error)
        let kinds = [
            targets.pointer.map { _ in "pointer" }, targets.range.map { _ in "range" },
            targets.references.first.map { _ in "ref" },
        ]
        #expect(kinds.compactMap { $0 } == [kind])
    }

    @Test func `The error for a malformed pointer has its text`() throws {
        #expect(try LazyArgument<Pointer>(argument: "").value == .root)
        #expect(try LazyArgument<Pointer>(argument: "/a~1b/0").value == Pointer(["a/b", "0"]))
        for text in ["home", "/a~2", "/~"] {
            #expect(throws: CommandError.malformedPointer(text)) { try LazyArgument<Pointer>(argument: text).value }
        }
    }

    @Test func `The error for a malformed REF has its text`() throws {
        #expect(try LazyArgument<PointInTime>(argument: "end~3").value == PointInTime(parsing: "end~3"))
        for text in ["", "home", "12~", "/home"] {
            #expect(throws: TimelineError.malformedReference(text)) {
                try LazyArgument<PointInTime>(argument: text).value
            }
        }
    }

    @Test func `The error for too small a count has its option`() throws {
        #expect(try CountArgument(argument: "7")?.number(for: "-n") == 7)
        #expect(CountArgument(argument: "many")?.defaultValueDescription == nil)
        #expect(throws: CommandError.countTooSmall(option: "-n", least: 1)) {
            try CountArgument(argument: "0")?.number(for: "-n")
        }
        #expect(throws: CommandError.countTooSmall(option: "-n", least: 0)) {
            try CountArgument(argument: "-1")?.number(for: "-n", least: 0)
        }
    }

    @Test(arguments: [
        [], ["3"], ["3", "4"], ["/home"], [""], ["3", "/home"], ["3", "4", "/home"], ["start", "end~2", ""],
        ["/home", "3"], ["3", "/home", "4"], ["3..4"], ["/home", "3.."],
    ])
    func `Arguments of diff are up to two REFs or a range, and a POINTER, in any order`(targets: [String]) throws {
        #expect(try DiffCommand.parse(["a.rewind"] + targets).targets.map(\.text) == targets)
    }

    @Test(arguments: [
        ["1", "2", "3"], ["1..2", "3"], ["1..2", "3..4"], ["1", "/home", "/loading"], ["1", "2", "3", "/home"],
    ])
    func `Other arguments of diff are refused`(targets: [String]) {
        let message = "Give at most two REFs, or FROM..TO, and one POINTER."
        #expect(usageError(of: DiffCommand.self, ["a.rewind"] + targets) == message)
    }

    @Test func `Without FILE, all arguments are those of the command`() throws {
        #expect(try DiffCommand.parse(["3", "/home"]).targets.map(\.text) == ["3", "/home"])
        #expect(try DiffCommand.parse(["3.rewind", "/home"]).targets.map(\.text) == ["/home"])
        #expect(try BlameCommand.parse(["nowhere", "/home"]).targets.map(\.text) == ["/home"])
        let search = try SearchCommand.parse(["500", "3..9"])
        #expect(search.givenText == "500" && search.range.targets.map(\.text) == ["3..9"])
        #expect(try SearchCommand.parse(["a.rewind", "500"]).givenText == "500")
        let bookmark = try BookmarkCommand.parse([":here", ":error"])
        #expect(try bookmark.name?.text == "here" && bookmark.reference?.value == PointInTime(parsing: ":error"))
        let dispatch = try DispatchCommand.parse(["Add", "{}"])
        #expect(dispatch.action == "Add" && dispatch.payload == "{}")
        #expect(try DispatchCommand.parse(["a.rewind", "Add"]).action == "Add")
        #expect(try TravelCommand.parse(["play"]).givenVerb == .play)
        #expect(try SQLCommand.parse([".tables"]).query == ".tables")
        #expect(usageError(of: GotoCommand.self, ["a.rewind"]) == "Missing expected argument '<ref>'")
        #expect(usageError(of: TravelCommand.self, ["nonsense"]) == "Missing expected argument '<verb>'")
        #expect(usageError(of: CutCommand.self, ["1..2", "3..4", "-o", "b"]) == "Give at most one range: FROM..TO.")
    }

    @Test(arguments: [
        ("log -20", "log -n20"), ("log a.rewind --around -3 -20", "log a.rewind --around -3 -n20"),
        ("log -n -20", "log -n -20"), ("undo -20 --json", "undo -n20 --json"), ("search -- -20", "search -- -20"),
        ("log -20..", "log -20.."), ("show -20", "show -20"),
    ])
    func `A number with a dash is a count in commands whose arguments are no REFs`(line: String, expected: String) {
        let words = CountArgument.withNames(line.split(separator: " ").map(String.init))
        #expect(words.joined(separator: " ") == expected)
    }

    @Test func `A text that begins with a negative number stays as it is`() throws {
        func parse<Command: ParsableCommand>(_ command: Command.Type, _ words: String...) throws -> Command {
            try command.parse(NegativeNumber.replaced(in: words))
        }
        #expect(try parse(BookmarkCommand.self, "a.rewind", "n", "3", "--note", "-5 items").note == "-5 items")
        #expect(try parse(SearchCommand.self, "a.rewind", "-3 items").givenText == "-3 items")
        #expect(try parse(SQLCommand.self, "a.rewind", "-1").query == "-1")
        #expect(try parse(DispatchCommand.self, "a.rewind", "Add", "-1").payload == "-1")
        #expect(try parse(ScrubCommand.self, "a.rewind", "--key", "-1").key == ["-1"])
        #expect(try parse(LogCommand.self, "a.rewind", "--type", "-5*").type == ["-5*"])
    }

    @Test func `One action is a range`() throws {
        func range(_ words: String...) throws -> ReferenceRange? {
            try Targets(words.map(TargetArgument.init), takesRange: true, orThrow: .oneRange).range?.value
        }
        #expect(try range("30") == ReferenceRange(parsing: "30..30"))
        #expect(try range("end", "/a") == ReferenceRange(parsing: "end..end"))
        #expect(throws: (any Error).self) { try range("30", "31") }
        #expect(throws: (any Error).self) { try range("30", "1..2") }
    }

    @Test func `The options control colors`() throws {
        #expect(try OutputOptions.parse(["--color", "always"]).style.isOn)
        #expect(try !OutputOptions.parse(["--color", "never"]).style.isOn)
        let error = usageError(of: OutputOptions.self, ["--color", "red"])
        #expect(error?.hasPrefix("The value 'red' is invalid for '--color <when>'.") == true)
    }
}
