import Foundation
import Subprocess
import TestSupport
import Testing

/// A what-if in the page: edited, inserted and moved actions, beside those that are left out.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct WhatIfPageTests {
    private static let escape = "\u{E00C}"
    private static let bar = "document.querySelector('#what-if').textContent"
    private static let command = "document.querySelector('#command').innerText.replaceAll('\\n', ' ')"

    /// Runs `body` with the demo at an action, and then checks the console.
    private func showing(
        at seq: Int,
        width: Int = 1_280,
        isDark: Bool = false,
        _ body: (Browser, TemporaryFolder) async throws -> Void
    ) async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder, width: width, isDark: isDark) { browser, _ in
            try await browser.run("location.hash = 'at=\(seq)'")
            try await browser.wait("document.querySelector('#head').innerText.includes('#\(seq)')")
            try await browser.run("document.querySelector('#list').focus()")
            try await body(browser, folder)
            #expect(try await browser.text("document.documentElement.scrollWidth > innerWidth") == "false")
            let console = try await browser.console()
            #expect(console == [])
        }
    }

    private func fill(_ field: String, _ text: String, _ browser: Browser) async throws {
        let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        try await browser.run(
            """
            const field = document.querySelector('#action-\(field)');
            field.value = \(json);
            field.dispatchEvent(new Event('input', {bubbles: true}));
            field.dispatchEvent(new Event('change', {bubbles: true}));
            """
        )
    }

    private func wordsOfCommand(_ browser: Browser) async throws -> [String] {
        // The tests run the command as a person would.
        let line = try await browser.text("document.querySelector('#command code').innerText")
        let text = try await Self.shell("printf '%s\\0' \(line.dropFirst("rewind ".count))")
        return text.split(separator: "\0").map(String.init)
    }

    private static func shell(_ script: String) async throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test(arguments: Thoroughness.first(1, of: [(1_280, false), (400, true), (2_560, false), (1_280, true)]))
    func `An action is edited in place, with the errors of the app's decoding as sentences`(width: Int, isDark: Bool)
        async throws
    {
        try await showing(at: 12, width: width, isDark: isDark) { browser, folder in
            try await browser.press("m")
            try await browser.wait("document.querySelector('#dialog').open")
            try await browser.wait("document.querySelector('#action-payload').value.includes('success')")
            #expect(
                try await browser.text("document.querySelector('#action-type').value") == "HomeMoreArticleResultAction"
            )
            try await fill("payload", "{", browser)
            try await browser.click("#dialog-send")
            try await browser.wait("document.querySelector('#dialog-error').innerText.startsWith('This is not JSON')")
            try await fill("payload", #"{"pageNumber": "two"}"#, browser)
            try await browser.click("#dialog-send")
            try await browser.wait(
                "document.querySelector('#dialog-error').innerText.includes('HomeMoreArticleResultAction')"
            )
            #expect(try await browser.text("document.querySelector('#what-if').hidden") == "true")
            try await browser.picture("what-if-refused-\(width)-\(isDark ? "dark" : "light")")
            try await fill("type", "LoadingAction", browser)
            try await fill("payload", #"{"isLoading": true}"#, browser)
            try await browser.run(
                """
                document.querySelector('#action-payload').dispatchEvent(
                    new KeyboardEvent('keydown', {key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true}));
                """
            )
            try await browser.wait("!document.querySelector('#dialog').open")
            try await browser.wait("\(Self.bar).includes('apart from #12')")
            try await browser.wait("document.querySelector('#row-12')?.textContent.includes('edited')")
            try await browser.wait("document.querySelector('#body').innerText.includes('20 out')")
            if width > 900 { try await browser.wait("document.querySelectorAll('.phone iframe').length === 2") }
            try await browser.picture("what-if-edited-\(width)-\(isDark ? "dark" : "light")")

            let words = try await wordsOfCommand(browser)
            #expect(words.prefix(2) == ["replay", "demo.rewind"] && words.contains("--each"))
            #expect(words.contains(#"12:{"type":"LoadingAction","payload":{"isLoading":true}}"#))
            let answer = try await Tool.run(words, in: folder)
            #expect(answer.status == .exited(0) && answer.output.hasPrefix("12  "), "\(answer)")

            // The dialog opens again with what was written, and the change can be taken back.
            try await browser.click("#what-if [data-edit]")
            try await browser.wait("document.querySelector('#dialog').open")
            try await browser.wait(
                #"document.querySelector('#action-payload').value === '{\n  "isLoading": true\n}'"#
            )
            #expect(try await browser.text("document.querySelector('#action-type').value") == "LoadingAction")
            try await browser.press(Self.escape)
            try await browser.click("#what-if [data-unedit]")
            try await browser.wait("document.querySelector('#what-if').hidden")
            #expect(try await browser.text("document.activeElement.id") == (width > 900 ? "list" : "body"))
        }
    }

    @Test func `An action is inserted after another one, prefilled with the last one of its type`() async throws {
        try await showing(at: 61) { browser, folder in
            try await browser.click("[data-do=what-if-menu]")
            try await browser.wait("document.querySelector('#menu').innerText.includes('action after it')")
            try await browser.click("#menu [data-do=what-if-insert]")
            try await browser.wait("document.querySelector('#action-types')?.options.length > 5")
            try await fill("type", "LoadingAction", browser)
            try await browser.wait("document.querySelector('#action-payload').value.includes('isLoading')")
            try await fill("payload", #"{"isLoading": true}"#, browser)
            try await browser.click("#dialog-send")
            try await browser.wait("\(Self.bar).includes('LoadingAction after #61')")
            try await browser.wait("document.querySelector('#row-61')?.innerText.includes('+ LoadingAction')")
            try await browser.wait("\(Self.bar).includes('came out') || \(Self.bar).includes('every other')")
            let words = try await wordsOfCommand(browser)
            #expect(words.contains(#"61:{"type":"LoadingAction","payload":{"isLoading":true}}"#))
            let output = try await Tool.run(words, in: folder).output
            #expect(output.contains("61  LoadingAction  added"))
            try await browser.picture("what-if-inserted")
        }
    }

    @Test func `Actions are moved by keys and buttons, and a what-if survives a reload`() async throws {
        try await showing(at: 15) { browser, folder in
            try await browser.press("<")
            try await browser.wait("\(Self.bar).includes('#15 after #13')")
            try await browser.press("<")
            try await browser.wait("\(Self.bar).includes('#15 after #12')")
            try await browser.wait("document.querySelector('#row-12')?.innerText.includes('+ #15')")
            try await browser.wait("document.querySelector('#row-15')?.innerText.includes('moved')")
            // The button keeps the focus while it moves the action.
            try await browser.click("#what-if [data-later='15']")
            try await browser.wait("\(Self.bar).includes('#15 after #13')")
            let focused = "document.activeElement.dataset.later"
            #expect(try await browser.text(focused) == "15")
            try await browser.click("#what-if [data-earlier='15']")
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press("\u{E012}")
            try await browser.wait("/at=14(&|$)/.test(location.hash)")
            try await browser.press("x")
            try await browser.wait("\(Self.bar).includes('without #14')")
            try await browser.wait("location.hash.includes('reorder=15:12') && location.hash.includes('skip=14')")
            let before = try await wordsOfCommand(browser)
            #expect(before.contains("15:12") && before.contains("14"))
            #expect(try await Tool.run(before, in: folder).status == .exited(0))
            try await browser.reload()
            try await browser.wait(InspectedPage.rows)
            try await browser.wait("\(Self.bar).includes('#15 after #12') && \(Self.bar).includes('without #14')")
            try await browser.wait("\(Self.bar).includes('Diff: recorded')")
            #expect(try await wordsOfCommand(browser) == before)
            try await browser.picture("what-if-moved")
            // Clearing can be undone with the browser's Back.
            try await browser.press(Self.escape)
            try await browser.wait("document.querySelector('#what-if').hidden")
            try await browser.wait("!location.hash.includes('reorder')")
            try await browser.goBack()
            try await browser.wait("\(Self.bar).includes('#15 after #12')")
            try await browser.click("#what-if [data-do=leave-what-if]")
            try await browser.wait("document.querySelector('#what-if').hidden")
        }
    }
}
