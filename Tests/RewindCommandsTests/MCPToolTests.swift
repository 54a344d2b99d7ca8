import ArgumentParser
import Foundation
import RewindTree
import TestSupport
import Testing

@testable import RewindCommands

@Suite struct MCPToolTests {
    private static let tools = MCPTool.all(RewindCommand.answering, areMany: true, canRerun: true, hasScreens: true)

    /// Arguments that a command accepts together.
    private static let samples: [String: Tree] = [
        "from": "1", "through": 9, "to": "9", "pointer": "/n", "type": ["A*", "!B"], "status": "trouble",
        "limit": 5, "reverse": true, "at": "end~2", "depth": 2, "action": true, "full": true,
        "where": "seq > 1", "text": "x", "regex": true, "places": true, "all": true,
        "other": "b.rewind", "end": true, "verify": true, "skip": [3, "4"], "each": true, "json": true,
        "session": "a.rewind", "offset": 0, "name": ["GET *", "!timer"], "failed": true, "canceled": true, "open": true,
        "slow": "500ms", "notes": true, "by-cause": true, "in": ["key", "value"],
        "insert": [#"3:{"type":"A"}"#], "edit": [#"3:{"n":1}"#], "reorder": ["3:5"],
    ]

    /// Arguments that are accepted only with others.
    private static let companions: [String: [String]] = ["each": ["skip"]]

    @Test func `Every argument of a tool is one of the command`() throws {
        let folder = TemporaryFolder()
        for name in ["a.rewind", "b.rewind"] { try folder.write(.init(), to: name) }
        let sessions = MCPSessions(places: [folder.url.path])
        for tool in Self.tools {
            let required = tool.parameters.filter(\.isRequired).map(\.name) + (tool.name == "ls" ? [] : ["session"])
            for parameter in tool.parameters.map(\.name) + ["json", "offset"] {
                let names = Set(required + [parameter] + (Self.companions[parameter] ?? []))
                let arguments = try Tree(members: names.map { ($0, try #require(Self.samples[$0], "\($0)")) })
                for line in try tool.commandLines(for: arguments, on: sessions) {
                    #expect(throws: Never.self, "\(line)") { try RewindCommand.parseAsRoot(line) }
                    #expect(line.first == tool.name)
                    let isOption = !["offset", "session"].contains(parameter) && line.contains("--\(parameter)")
                    #expect(isOption || Self.samples[parameter] != true, "\(line)")
                }
            }
        }
    }

    @Test func `A tool that needs reducers, screens, or a second session, is only listed with them`() {
        func names(_ areMany: Bool, _ canRerun: Bool, _ hasScreens: Bool) -> Set<String> {
            let commands = RewindCommand.answering
            let tools = MCPTool.all(commands, areMany: areMany, canRerun: canRerun, hasScreens: hasScreens)
            return Set(tools.map(\.name))
        }
        let all = names(true, true, true)
        #expect(all.subtracting(names(true, false, true)) == ["replay"])
        #expect(all.subtracting(names(true, true, false)) == ["screen"])
        #expect(all.subtracting(names(false, true, true)) == ["ls", "compare"])
    }
}
