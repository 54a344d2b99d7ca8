import RewindTree

extension TestExport {
    /// A state whose text is longer than this has a line for each member.
    private static let longestStart = 80
    private static let longestLine = 120

    /// The source of the file.
    package var source: String {
        """
        // From \(visibleName), by rewind export --format test.
        \(imports)

        \(isOnMainActor ? "@MainActor " : "")@Suite struct \(suite) {
            /// The state at \(options.from), and what came then.
            static let recording = RecordedSteps(
                start: \(startLiteral),
                actions: \(SwiftLiteral.lines(steps.map(\.text).joined(separator: "\n"), indent: 12))\(pointersArgument)
            )

            static let app = RerunnableApp(\(app))

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

    private var startLiteral: String {
        let line = SwiftLiteral.line(start.text)
        return line.count <= Self.longestStart ? line : SwiftLiteral.lines(start.prettyText(), indent: 12)
    }

    private var pointersArgument: String {
        guard !options.pointers.isEmpty else { return "" }
        let names = options.pointers.map { SwiftLiteral.escaped($0.description) }
        return ",\n        at: " + list(names, indent: 8, before: "        at: ".count)
    }

    private var app: String {
        let names = types.map { "\($0.name).self" }.sorted()
        let line = "reducer: \(options.reducer), actions: [\(names.joined(separator: ", "))]"
        guard "    static let app = RerunnableApp()".count + line.count > Self.longestLine else { return line }
        let actions = list(names, indent: 8, before: "        actions: ".count)
        return "\n        reducer: \(options.reducer),\n        actions: \(actions)\n    "
    }

    /// The elements on one line where there is room, else on one each.
    private func list(_ elements: [String], indent: Int, before: Int) -> String {
        let line = "[" + elements.joined(separator: ", ") + "]"
        guard before + line.count > Self.longestLine else { return line }
        let space = String(repeating: " ", count: indent)
        return "[\n" + elements.map { "\(space)    \($0),\n" }.joined() + "\(space)]"
    }

    private var title: String {
        let (first, last) = (steps.first?.seq ?? options.to, options.to)
        return first == last
            ? "Action \(first) leads to what was recorded" : "Actions \(first) to \(last) lead to what was recorded"
    }

    private var visibleName: String {
        String(session.filter { $0.isLetter || $0.isNumber || "._-+ ".contains($0) })
    }

    /// The name of the session as one of a type.
    private var suite: String {
        let stem = session.hasSuffix(".rewind") ? session.dropLast(".rewind".count) : session[...]
        let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return (name.first?.isLetter == true ? name : "Session" + name) + "Tests"
    }
}
