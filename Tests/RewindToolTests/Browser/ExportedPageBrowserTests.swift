import Foundation
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing

/// An exported page as a recipient opens it: from disk, without the tool.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct ExportedPageBrowserTests {
    private static let escape = "\u{E00C}"
    private static let (left, right, home) = ("\u{E012}", "\u{E014}", "\u{E011}")

    /// Checks that there were no errors, and no requests except for the file.
    private func expectQuiet(_ browser: Browser, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await browser.console() == [], sourceLocation: sourceLocation)
        let asked = try await browser.text("performance.getEntriesByType('resource').map(each => each.name).join()")
        #expect(asked == "", sourceLocation: sourceLocation)
    }

    private func export(_ name: String, _ options: String..., in folder: TemporaryFolder) async throws -> String {
        let arguments = ["export", "html", name, "--output", "a.html", "--force"] + options
        let answer = try await Tool.run(arguments, in: folder)
        #expect(answer.status == .exited(0), "\(answer.errors)")
        return folder.file("a.html").absoluteString
    }

    @Test func `An exported page answers like the inspector, without a request`() async throws {
        let folder = try await DemoSession.folder()
        _ = try await Tool.run("bookmark", "demo.rewind", "here", "15", in: folder)
        let url = try await export("demo.rewind", in: folder)
        try await Browser.run { browser in
            try await browser.open(url + "#at=15")
            try await browser.wait("document.querySelector('#head').innerText.includes('HomeMoreArticleResult')")
            try await browser.wait("document.querySelector('#head').innerText.includes('here')")
            try await browser.wait("document.querySelector('#body').innerText.includes('+15 in')")
            let part = try await browser.text("document.querySelector('.part').innerText")
            #expect(part.hasPrefix("demo.rewind: all 83"))
            try await browser.wait("document.title.includes('all 83 actions, recorded 20')")
            // The screen is drawn from the state, in its frame.
            let screen = "document.querySelector('.phone iframe').contentDocument.body"
            try await browser.wait("\(screen).innerText.length > 99")
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press(Self.home)
            try await browser.wait("/at=1(&|$)/.test(location.hash)")
            for _ in 1..<12 { try await browser.press(Self.right) }
            try await browser.wait("/at=12(&|$)/.test(location.hash)")
            try await browser.press(Self.left)
            try await browser.wait("/at=11(&|$)/.test(location.hash)")
            try await browser.press("2")
            try await browser.wait("document.querySelector('[role=tree]').innerText.includes('articleList')")
            try await browser.press("3")
            try await browser.wait("document.querySelector('#body').innerText.includes('Payload')")
            try await browser.press("4")
            try await browser.wait("document.querySelector('#body').innerText.includes('\"patch\"')")
            try await browser.press("1")

            try await browser.run("location.hash = '#at=63'")
            try await browser.wait("document.querySelector('#body [data-p=\"/articleDetail/error\"]')")
            try await browser.click("#body [data-p=\"/articleDetail/error\"]")
            try await browser.wait("document.querySelector('#popover').innerText.includes('#63')")
            try await browser.press("h")
            try await browser.wait("document.querySelector('#body').innerText.includes('ArticleDetailReset')")
            try await browser.press(Self.escape)
            try await browser.press("/")
            try await browser.press("p", "u", "s", "h")
            try await browser.wait("document.querySelector('#count').innerText.startsWith('5 of 83')")
            try await browser.press(Self.escape)
            try await browser.click("#find")
            try await browser.press("s", "q", "l", "i", "t", "e")
            try await browser.wait("document.querySelectorAll('#hits [role=option]').length > 1")
            // An added element opens from the state. Other differences are refused.
            try await browser.run("location.hash = '#at=15'")
            try await browser.wait("document.querySelector('#body .small-button[data-full]')")
            try await browser.run("document.querySelector('#body .small-button[data-full]').click()")
            try await browser.wait("document.querySelector('#body .nested-lines').innerText.includes('created_at')")
            try await browser.run("location.hash = '#at=15&with=30'")
            try await browser.wait(
                "document.querySelector('#body').innerText.includes('no other difference')"
            )
            // The page offers nothing that requires SQLite or a running app.
            try await browser.run(
                "const field = document.querySelector('#find'); field.value = 'max(seq, 2)';"
                    + " field.dispatchEvent(new Event('input'))"
            )
            try await browser.wait("document.querySelector('#hits').innerText.includes('contains “max(seq, 2)”')")
            #expect(try await browser.text("document.querySelector('#hits [data-expression]')") == "null")
            for name in ["#stop-button", "#steering"] {
                #expect(try await browser.text("document.querySelector('\(name)').offsetParent") == "null")
            }
            try await expectQuiet(browser)
        }
    }

    @Test(
        arguments: Thoroughness.first(
            2,
            of: [(1_280, 800, false), (400, 800, true), (1_280, 800, true), (400, 800, false)]
        )
    )
    func `An exported page fits every size, in both themes`(width: Int, height: Int, isDark: Bool) async throws {
        let folder = try await DemoSession.folder()
        let url = try await export("demo.rewind", "11..70", in: folder)
        try await Browser.run(width: width, height: height, isDark: isDark) { browser in
            try await browser.open(url + "#at=63")
            try await browser.wait("document.querySelector('#body').innerText.includes('error')")
            try await browser.wait("document.querySelector('.part').innerText.includes('actions 11 to 70 of 83')")
            #expect(try await browser.text("document.documentElement.scrollWidth > innerWidth") == "false")
            try await browser.picture("exported-\(width)-\(isDark ? "dark" : "light")")
            try await expectQuiet(browser)
        }
    }

    @Test func `Hostile texts are shown without running`() async throws {
        let folder = TemporaryFolder()
        let name = "<b> & \u{202E}.rewind"
        try HostileSession.write(to: folder.file(name))
        let url = try await export(name, in: folder)
        try await Browser.run { browser in
            try await browser.open(url)
            try await browser.wait(InspectedPage.rows)
            try await HostileSession.expectHarmless(in: browser, elements: "img, a[href^=java]")
            #expect(try await browser.text("document.querySelectorAll('script').length") == "2")
            #expect(try await browser.text("document.title.includes('\\u202e')") == "false")
            try await browser.picture("exported-hostile")
            try await expectQuiet(browser)
        }
    }

    /// The questions whose answers are embedded in the page, or read from its states.
    private static let questions = """
        const filters = ['', 'loading', '-Loading', 'slice:home', 'status:failed', 'status:done -Set', 'status:trouble', 'Home more',
            '!fail slice:o', 'touches:/loading', 'id', 'zzz', '- !', 'slice:', 'touches:x', 'seq:20..60', '-seq:..30 seq:9..', '-seq:x', 'seq:9..3'];
        const listed = () => pick([{ fold: 1 }, { filter: pick(filters), hide: pick(['', '0', '0,1', '-1', '2,-1']), fold: 0 }]);
        const written = () => {
            const toward = seq();
            // An action on the way to the state, or any.
            const part = pick(paths.wayTo(toward).parts);
            return { pointer: pick(fixed), at: below(3) ? part.from + below(part.to - part.from + 1) : seq(), toward };
        };
        const makers = {
            rows: () => ({ ...listed(), count: pick([10, 100, 500]), ...(below(2) ? { around: seq() } : { from: below(200) }) }),
            actions: () => ({ from: seq() - 3, count: pick([5, 60]) }), action: () => ({ seq: seq() }), raw: () => ({ seq: seq() }),
            diff: () => ({ to: seq() }), value: () => ({ at: any(), pointer: pick(pointers) }), screen: () => ({ at: any() }),
            state: () => ({ at: any(), pointer: pick(pointers), against: pick([undefined, any()]), from: below(2), count: pick([3, 100]) }),
            timeline: () => ({ axis: pick(['actions', 'time']), filter: pick(filters) }),
            'answers/history': () => {
                const { at: through, ...place } = written();
                const from = pick([undefined, session.first + 1 + below(through - session.first)]);
                return { ...place, through, from, limit: pick([0, 1, 5, 200]), later: pick([0, 1, 5, 200]), reverse: 1 };
            },
            'answers/blame': () => written(),
            'answers/search': () => ({ text: pick(['loading', 'Home', 'fail', '1', 'o', 'zzz']), from: pick([undefined, seq()]), first: 1, limit: pick([1, 5, 200]) }),
            series: () => ({ tip: seq(), pointer: pick(fixed) }),
        };
        """

    /// Asks the server and the recording of the exported page the same questions, and returns the differences.
    private static let comparison = """
        const [online, offline] = [await import('/core/api.js'), await import('/offline/recorded-api.js')];
        const { paths } = await import('/offline/recording.js');
        let state = seed;
        const below = n => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };
        const pick = list => list[below(list.length)];
        const { sessions: [session] } = await offline.ask('sessions');
        while ((await online.ask('0')).indexed < last) await new Promise(done => setTimeout(done, 20));
        const seq = () => session.first + 1 + below(session.last - session.first);
        // Of the state that a part begins with, the page does not know what it was made from.
        const any = () => (names || below(50) ? seq() : session.first);
        const pointers = [''];
        for (let i = 0; i < 25; i++) {
            let pointer = '';
            for (let depth = 0; depth < 4; depth++) {
                const { children } = await online.ask('0/state', { at: seq(), pointer });
                if (!children.length) break;
                pointer += '/' + pick(children).key.replace(/~/g, '~0').replace(/\\//g, '~1');
                pointers.push(pointer);
            }
        }
        // The page does not follow elements of arrays.
        const fixed = pointers.filter(pointer => !/\\/(-|\\d+)(\\/|$)/.test(pointer));
        // A part may have its slices in another order, and a search through the whole session knows fewer of them. Ticks of the
        // page are rounded, and it counts characters in another unit. No number of JavaScript is as large as one of JSON may be.
        const isAside = (path, key) => (/^slices?$/.test(key) && names)
            || (path === '0/timeline' && key === 'ticks') || (/raw|value$/.test(path) && key === 'length');
        const sorted = (value, path) => (Array.isArray(value) ? value.map(each => sorted(each, path)) : value && typeof value === 'object'
            ? Object.fromEntries(Object.keys(value).filter(key => !isAside(path, key)).sort().map(key => [key, sorted(value[key], path)]))
            : /^-?inf$/.test(value) ? null : value);
        const answer = async (api, path, question) => {
            try { return JSON.stringify(sorted(await api.ask(path, question), path)); }
            catch (error) { return `refused: ${error.status > 0}`; }
        };
        const wrong = [];
        let count = 0;
        for (let i = 0; i < rounds; i++) {
            for (const name of names ?? Object.keys(makers)) {
                const question = makers[name]();
                const [one, other] = [await answer(online, `0/${name}`, question), await answer(offline, `0/${name}`, question)];
                count++;
                if (one === other) continue;
                const start = Math.max(0, [...one].findIndex((each, index) => each !== [...other][index]) - 200);
                wrong.push([`${name} ${JSON.stringify(question)}`, one, other].map((each, i) => each.slice(i && start).slice(0, 600)).join('\\n  '));
            }
        }
        return `${wrong.slice(0, 3).join('\\n')}${wrong.length ? `\\n${wrong.length} of ` : ''}${count} answers`;
        """

    /// Compares the answers of a server and an exported page.
    ///
    /// - Parameters:
    ///   - options: The options of the export.
    ///   - names: The names of the questions; all by default.
    private func compare(
        _ sample: InspectedSample,
        seed: UInt64,
        _ options: String...,
        names: [String]? = nil,
        in folder: TemporaryFolder
    ) async throws -> String {
        try sample.write(to: folder.file("s.rewind"))
        let arguments = ["export", "html", "s.rewind", "--output", "a.html", "--force"] + options
        #expect(try await Tool.run(arguments, in: folder).status == .exited(0))
        let page = String(decoding: try folder.read("a.html"), as: UTF8.self)
        let recording = try #require(page.firstMatch(of: /id="recording">(.*?)<\/script>/.dotMatchesNewlines()))
        var result = ""
        try await InspectedPage.show("s.rewind", in: folder) { browser, _ in
            let json = Tree.string(String(recording.1)).text
            try await browser.run(
                """
                const data = document.createElement('script');
                Object.assign(data, { type: 'application/json', id: 'recording', textContent: \(json) });
                document.body.append(data);
                """
            )
            let list = names.map { "['\($0.joined(separator: "', '"))']" } ?? "null"
            let rounds = Thoroughness.count(12, orInFull: 100)
            let answer = try await browser.runAsync(
                "const seed = \(seed), rounds = \(rounds), last = \(sample.records.count), names = \(list);\n"
                    + Self.questions + "\n" + Self.comparison
            )
            result = answer as? String ?? "\(answer)"
        }
        return result
    }

    @Test(arguments: Thoroughness.first(1, of: 1...6 as ClosedRange<UInt64>))
    func `An exported page shows the same as the live inspector on random sessions`(seed: UInt64) async throws {
        let folder = TemporaryFolder()
        let result = try await compare(InspectedSample(seed: seed, count: 150), seed: seed, in: folder)
        #expect(result.wholeMatch(of: /\d+ answers/) != nil, "\(result)")
    }

    @Test(arguments: Thoroughness.first(1, of: 1...3 as ClosedRange<UInt64>))
    func `A part answers questions about its states like the whole session`(seed: UInt64) async throws {
        let folder = TemporaryFolder()
        let sample = InspectedSample(seed: seed, count: 150)
        // If an action's parent is before the exported range, the page cannot compare its state.
        let from = try #require(
            (20...138).first { from in
                sample.records[from - 1].patch != nil && !sample.records[from..<140].contains { $0.parent < from }
            }
        )
        let result = try await compare(
            sample,
            seed: seed,
            "\(from + 1)..140",
            names: ["raw", "diff", "state", "value"],
            in: folder
        )
        #expect(result.wholeMatch(of: /\d+ answers/) != nil, "\(result)")
    }
}
