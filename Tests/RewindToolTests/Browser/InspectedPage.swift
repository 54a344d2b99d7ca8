import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

/// The inspector's page in a browser.
enum InspectedPage {
    /// True once the list has actions.
    static let rows = "document.querySelectorAll('#rows [role=option]').length > 5"

    /// Runs `rewind inspect` and a browser. Once its page lists the actions, calls `body` with the browser and the
    /// address of the page, which contains the token.
    static func show(
        _ arguments: String...,
        in folder: TemporaryFolder,
        width: Int = 1_280,
        height: Int = 800,
        isDark: Bool = false,
        _ body: (Browser, String) async throws -> Void
    ) async throws {
        try await InspectingTool.run(Tool.url, ["inspect"] + arguments, in: folder.url) { url in
            try await Browser.run(width: width, height: height, isDark: isDark) { browser in
                try await browser.open(url)
                try await browser.wait(rows)
                try await body(browser, url)
            }
        }
    }
}

/// A session whose names and texts would run scripts or change a page that did not escape them.
enum HostileSession {
    private static let text =
        "</script><!--<script>window.hit=1</script><img src=x onerror=\"window.hit=1\">"
        + "<svg onload='window.hit=1'><a href=\"javascript:window.hit=1\">\u{202E}\u{2028}\u{1B}[31m"

    static func write(to url: URL) throws {
        let writer = try SessionWriter(
            creating: url,
            facts: ["app": text, "device": text, "started_at": text],
            syncs: false
        )
        try writer.write { transaction in
            var state: Tree = [text: ["id": 0, "title": .string(text)], "__proto__": ["a": 1]]
            try transaction.setInitialState(state)
            for seq in 1...20 {
                let next: Tree = [
                    text: ["id": 0, "title": .string(text + "\(seq)"), "error": .string(text)],
                    "__proto__": ["a": .integer(Int64(seq)), "constructor": .string(text)],
                ]
                let patch = next.patch(from: state)
                var record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: text, patch: patch)
                (record.payload, record.origin) = ([text: .string(text)], text)
                (record.status, record.error) = (.failed, text)
                try transaction.append(record, state: next)
                state = next
            }
        }
        try writer.close()
    }

    /// Shows all tabs, and checks that nothing ran.
    static func expectHarmless(in browser: Browser, elements: String) async throws {
        for key in ["1", "2", "3", "4"] {
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press(key)
            try await browser.wait("document.querySelector('#body').innerText.includes('onerror')")
        }
        #expect(try await browser.text("window.hit") == "undefined")
        #expect(try await browser.text("document.querySelectorAll('\(elements)').length") == "0")
        #expect(try await browser.text("document.body.innerText.includes('\\u202e')") == "false")
    }
}
