import RewindTree

extension TestExport {
    /// The maximum length of a state on one line; a longer one has a line for each member.
    private static let longestStart = 80
    private static let longestLine = 120

    /// The maximum length in bytes of a part of the test in its source; a longer one is written to a separate file.
    private static let longestInline = 8_192

    /// The source of a self-contained test.
    package var source: String { source(besideFile: nil) }

    /// Returns the source of the test and, if the first state or the actions are long, the contents of the JSON file
    /// `name` next to it.
    package func parts(besideFile name: String) -> (source: String, data: String?) {
        let data = [
            isStartLong ? "\"start\": \(start.prettyText)" : nil,
            areStepsLong ? "\"actions\": [\n\(steps.map(\.text).joined(separator: ",\n"))\n]" : nil,
        ].compactMap(\.self)
        guard !data.isEmpty else { return (source, nil) }
        return (source(besideFile: name), "{\n\(data.joined(separator: ",\n"))\n}\n")
    }

    private var isStartLong: Bool { Self.isLong([start.text]) }
    private var areStepsLong: Bool { Self.isLong(steps.map(\.text)) }

    /// Returns true if lines do not belong in a source file.
    static func isLong(_ lines: [String]) -> Bool {
        lines.reduce(0) { $0 + $1.utf8.count } > longestInline
    }

    private func source(besideFile file: String?) -> String {
        """
        // From \(Self.visibleName(session)), by rewind export test.
        \(imports)

        \(isOnMainActor ? "@MainActor " : "")@Suite struct \(Self.suite(named: options.name, session: session)) {
            /// The state at \(options.from), and what came then.
            static let recording = RecordedSteps(
                \(recordingArguments(besideFile: file))
            )

            static let app = RegisteredApp(\(app))

            @Test func `\(title)`() throws {
                try Self.recording.check(Self.app)
            }
        }

        """
    }

    private var imports: String {
        let others = types.flatMap(\.modules).filter { $0 != module && $0 != "Swift" }
        let lines = Set(others + ["RewindReplay", "Testing"]).sorted().map { "import \($0)" }
        let own = module.map { ["", "@testable import \($0)"] } ?? []
        return (lines + own).joined(separator: "\n")
    }

    private func recordingArguments(besideFile file: String?) -> String {
        var arguments = file.map { ["in: \(SwiftLiteral.escaped($0))"] } ?? []
        if file == nil || !isStartLong { arguments.append("start: \(Self.literal(ofStart: start))") }
        if file == nil || !areStepsLong {
            let lines = steps.map(\.text).joined(separator: "\n")
            arguments.append("actions: \(SwiftLiteral.lines(lines, indent: 12))")
        }
        return arguments.joined(separator: ",\n        ") + pointersArgument
    }

    static func literal(ofStart start: Tree) -> String {
        let line = SwiftLiteral.line(start.text)
        return line.count <= longestStart ? line : SwiftLiteral.lines(start.prettyText, indent: 12)
    }

    private var pointersArgument: String {
        guard !options.pointers.isEmpty else { return "" }
        let names = options.pointers.map { SwiftLiteral.escaped($0.description) }
        return ",\n        at: " + list(names, indent: 8, before: "        at: ".count)
    }

    private var app: String {
        let names = types.map { "\($0.name).self" }.sorted()
        let userInfo = userInfo.map { "userInfo: \($0)" }
        let line =
            "reducer: \(options.reducer), actions: [\(names.joined(separator: ", "))]"
            + (userInfo.map { ", \($0)" } ?? "")
        guard "    static let app = RegisteredApp()".count + line.count > Self.longestLine else { return line }
        let actions = list(names, indent: 8, before: "        actions: ".count)
        let last = userInfo.map { ",\n        \($0)" } ?? ""
        return "\n        reducer: \(options.reducer),\n        actions: \(actions)\(last)\n    "
    }

    /// Returns the elements on one line if they fit, else on one line each.
    private func list(_ elements: [String], indent: Int, before: Int) -> String {
        let line = "[" + elements.joined(separator: ", ") + "]"
        guard before + line.count > Self.longestLine else { return line }
        let space = String(repeating: " ", count: indent)
        return "[\n" + elements.map { "\(space)    \($0),\n" }.joined() + "\(space)]"
    }

    private var title: String {
        let (first, last) = (steps.first?.seq ?? options.to, options.to)
        if steps.last?.isUnknown == true {
            return first == last ? "Action \(first) does not crash" : "Actions \(first) to \(last) do not crash"
        }
        return first == last
            ? "Action \(first) leads to what was recorded" : "Actions \(first) to \(last) lead to what was recorded"
    }

    static func visibleName(_ session: String) -> String {
        String(session.filter { $0.isLetter || $0.isNumber || "._-+ ".contains($0) })
    }

    /// The name of the suite, made from the name of its file or of the session.
    static func suite(named name: String?, session: String) -> String {
        let session = session.hasSuffix(".rewind") ? session.dropLast(".rewind".count) : session[...]
        let stem = name.map { $0[...] } ?? session
        let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let type = joined.first?.isLetter == true ? joined : "Session" + joined
        return type.hasSuffix("Tests") || type.hasSuffix("Test") ? type : type + "Tests"
    }
}
