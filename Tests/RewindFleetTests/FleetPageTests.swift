#if Fleet

import Foundation
import RewindFleet
import RewindTimeline
import TestSupport
import Testing

@testable import struct RewindCommands.CommandError
@testable import struct RewindCommands.InspectedDatabase

/// The page of `rewind inspect --database`, in a browser.
@Suite(
    .needsPostgres,
    .needsBrowser,
    .ownThreads,
    .serialized,
    .timeLimit(.minutes(10))
)
struct FleetPageTests {
    private static let stuck = "at('/cart/status') = 'it''s \"stuck\"'"

    private let fleet: PlantedFleet

    init() throws {
        fleet = try PlantedFleet(seed: 9, count: 40, length: 60)
    }

    private func inspect(_ body: (String) async throws -> Void) async throws {
        let tool = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "rewind")
        try await InspectingTool.run(tool, ["inspect", "--database", fleet.address], in: fleet.folder.url, body)
    }

    /// Asks a question on the page, and returns the text of the answer.
    private func ask(_ expression: String, _ browser: Browser) async throws -> String {
        let literal = String(decoding: try JSONEncoder().encode(expression), as: UTF8.self)
        try await browser.run(
            """
            document.querySelector('#answer').textContent = '';
            document.querySelector('#expr').value = \(literal);
            document.querySelector('#question').requestSubmit();
            """
        )
        let isDone = "document.querySelector('#answer').textContent && document.querySelector('#stop').hidden"
        try await browser.wait(isDone)
        return try await browser.text("document.querySelector('#answer').textContent")
    }

    @Test(arguments: Thoroughness.first(2, of: [(1_280, false), (375, true), (1_280, true), (375, false)]))
    func `The page shows days and crashes, finds sessions, and opens one where it matches`(width: Int, isDark: Bool)
        async throws
    {
        let sessions = fleet.sessions
        let bars = Set(sessions.map { "\(($0.startedAt) / PlantedFleet.day) \($0.version)" }).count
        let shared = sessions.filter { $0.isCrashed && $0.version == "1.3" }.count
        let truth = try fleet.firstSeqs(Self.stuck)
        try await inspect { address in
            try await Browser.run(width: width, isDark: isDark) { browser in
                try await browser.open(address)
                try await browser.wait("document.querySelectorAll('#days rect:not(.day)').length === \(bars)")
                let total = try await browser.text("document.querySelector('#fleet-total').innerText")
                #expect(total.hasPrefix("\(sessions.count) sessions"), "\(total)")
                let group = "[...document.querySelectorAll('.crash-group')].find(each => /Share/.test(each.innerText))"
                let crash = try await browser.text("\(group).innerText")
                #expect(crash.contains("/number") && crash.contains("1.3: \(shared)"), "\(crash)")
                #expect(crash.contains("under way: upload ("))

                let answer = try await ask(Self.stuck, browser)
                #expect(answer.hasPrefix("\(truth.count) sessions, newest first"), "\(answer)")
                let found = try await browser.text(
                    "[...document.querySelectorAll('.match')].map(each => `${each.dataset.open} ${each.dataset.seq}`).sort()"
                )
                #expect(found == truth.map { "\($0) \($1)" }.sorted().joined(separator: ","))
                try await browser.picture("fleet-\(width)-\(isDark)")
                if let axe = ProcessInfo.processInfo.environment["REWIND_AXE"] {
                    try await browser.run(String(contentsOfFile: axe, encoding: .utf8) + "; window.axe = axe")
                    let findings = try await browser.runAsync(
                        """
                        const { violations } = await axe.run(document);
                        return violations.flatMap(found => found.nodes.map(node => `${found.id}: ${node.html}`)).join();
                        """
                    )
                    #expect(findings as? String == "")
                }
                let page = try await browser.text("location.href + document.documentElement.outerHTML")
                #expect(!page.contains("postgresql:") && !page.contains("/tmp/") && !page.contains("token="))

                let (id, seq) = try #require(truth.min { $0.key < $1.key })
                try await browser.click(".match[data-open='\(id)']")
                try await browser.wait("document.querySelector('.row.selected')")
                try await browser.wait("new URLSearchParams(location.hash.slice(1)).get('at') === '\(seq)'")
                let name = try await browser.text("document.querySelector('#session-name').innerText")
                #expect(name.contains("\(id).rewind"))

                // The question is still on the page.
                try await browser.goBack()
                try await browser.wait("document.querySelector('.match') && \(group)")
                try await browser.run("document.querySelector('.fleet').scrollTo(0, 10_000)")
                try await browser.picture("fleet-crashes-\(width)-\(isDark)")
                let shortest = try await browser.text("\(group).querySelector('button').dataset.open")
                let last = try fleet.read(#require(sessions.first { $0.id == shortest })) { $0.last }
                try await browser.click(".crash-group [data-open='\(shortest)']")
                try await browser.wait("new URLSearchParams(location.hash.slice(1)).get('at') === '\(last)'")
                #expect(try await browser.console() == [])
            }
        }
    }

    @Test func `A question without an answer gets a sentence in its place`() async throws {
        try await inspect { address in
            try await Browser.run(width: 375) { browser in
                try await browser.open(address)
                try await browser.wait("document.querySelector('.days')")
                #expect(try await ask("at('/cart/status' =", browser).contains("EXPR"))
                let unknown = try await ask("at('/cart/statu') = 1", browser)
                #expect(unknown.hasPrefix("No session has a value at /cart/statu. Did you mean /cart/status?"))
                #expect(try await ask("seq < 0", browser).contains("The condition is true in no session."))
                let isTooWide = "document.documentElement.scrollWidth > 375"
                #expect(try await browser.text(isTooWide) == "false")
                // A database with more sessions than can be read.
                try await browser.run(
                    """
                    window.asked = 0;
                    window.realFetch = window.fetch;
                    window.fetch = async () => {
                        asked += 1;
                        await new Promise(done => setTimeout(done, 20));
                        return Response.json({ sessions: [], done: asked, total: 1000000, seconds: 20 });
                    };
                    document.querySelector('#question').requestSubmit();
                    """
                )
                try await browser.wait("/first \\d+ of 1,000,000/.test(document.querySelector('#answer').innerText)")
                try await browser.click("#stop")
                #expect(try await browser.text("document.querySelector('#answer').innerText").hasSuffix("Stopped."))
                let asked = try await browser.text("asked")
                try await Task.sleep(for: .milliseconds(100))
                #expect(try await Int(browser.text("asked")) ?? 0 <= (Int(asked) ?? 0) + 1)
                try await browser.run("window.fetch = window.realFetch")
                // A session that was deleted meanwhile.
                _ = try await ask("seq = 0", browser)
                let database = try await removeDatabase()
                try await browser.click(".match")
                try await browser.wait("/cannot be reached/.test(document.querySelector('#matches .note').innerText)")
                #expect(try await ask(Self.stuck, browser).contains("The database cannot be reached."))
                #expect(try await !browser.text("document.body.innerText").contains(database))
            }
        }
    }

    @Test func `Answers end at their limits`() throws {
        func matches(_ database: InspectedDatabase) throws -> [String: Any] {
            try part(of: database, from: 0)
        }
        func part(of database: InspectedDatabase, from start: Int) throws -> [String: Any] {
            let answer = try database.matches(where: "seq = 0", from: start) {}
            return try JSON.object(String(decoding: JSONEncoder().encode(answer), as: UTF8.self))
        }
        let parts = try InspectedDatabase(fleet.address, part: .zero)
        var (found, done): ([Any], Int?) = ([], 0)
        while let start = done {
            let answer = try part(of: parts, from: start)
            found += answer["sessions"] as? [Any] ?? []
            done = answer["done"] as? Int
            #expect(done.map { $0 == start + 1 } ?? (start == fleet.sessions.count - 1))
        }
        #expect(found.count == fleet.sessions.count)
        let count = fleet.sessions.count
        for (limit, hasMore) in [(3, true), (count - 1, true), (count, nil)] as [(Int, Bool?)] {
            let answer = try matches(InspectedDatabase(fleet.address, part: .seconds(600), mostMatches: limit))
            #expect((answer["sessions"] as? [Any])?.count == limit && answer["more"] as? Bool == hasMore)
        }
        let slow = try InspectedDatabase(fleet.address, seconds: 0)
        let answer = try matches(slow)
        #expect((answer["sessions"] as? [Any])?.count == 0 && answer["done"] as? Int == 0)
        #expect(throws: CommandError.self) { try slow.overview {} }
        #expect(throws: CancellationError.self) {
            try InspectedDatabase(fleet.address).matches(where: "seq = 0", from: 0) { throw CancellationError() }
        }
    }

    /// Deletes the database, and returns its name.
    private func removeDatabase() async throws -> String {
        let cluster = try #require(FleetCluster.shared)
        let name = try #require(fleet.address.firstMatch(of: #/@/(\w+)/#)?.1)
        try PostgresConnection(cluster.address("postgres")).execute("DROP DATABASE \(name) WITH (FORCE)")
        return String(name)
    }
}

#endif
