import ArgumentParser

/// `rewind export`: writes a session in another form.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export actions as a test, a page or a DevTools file.",
        discussion: """
              rewind export test demo.rewind 18..20 -o DemoTests.swift
              rewind export story demo.rewind 12 63 -o story.html
            """,
        subcommands: [
            ExportTestCommand.self, ExportHTMLCommand.self, ExportStoryCommand.self, ExportDevToolsCommand.self,
        ]
    )
}

/// A file that was written.
struct WrittenReport: CommandReport {
    enum Format: String, Encodable {
        case html, story, devtools
    }

    private let format: Format
    private let file: String
    private let actions, moments: Int?
    private let bytes: Int

    init(_ format: Format, actions: Int? = nil, moments: Int? = nil, bytes: Int, at target: NewFile) {
        self.format = format
        self.actions = actions
        self.moments = moments
        self.bytes = bytes
        file = target.path
    }

    func lines(style: TextStyle) -> [String] {
        let content = [
            actions.map { (format == .html ? "a page of " : "") + BriefText.count($0, "action") },
            moments.map { "a story of \(BriefText.count($0, "moment"))" },
        ].compactMap(\.self)
        return ["\(file): \(content.joined()), \(BriefText.count(bytes, "byte"))"]
    }
}
