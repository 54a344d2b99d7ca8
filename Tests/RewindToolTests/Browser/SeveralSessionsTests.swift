import Foundation
import Subprocess
import TestSupport
import Testing

/// A page with several sessions.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct SeveralSessionsTests {

    @Test(arguments: Thoroughness.first(1, of: [(1_280, false), (1_600, true)]))
    func `Two sessions are compared, and the list marks what only one has`(width: Int, isDark: Bool) async throws {
        let folder = try await DemoSession.folder()
        let replay = try await Tool.run("replay", "demo.rewind", "--skip", "12", "-o", "other.rewind", in: folder)
        #expect([.exited(0), .exited(1)].contains(replay.status), "\(replay.errors)")
        try await InspectedPage.show("demo.rewind", "other.rewind", in: folder, width: width, isDark: isDark) {
            browser,
            _ in
            try await browser.run("location.hash = 'at=15'")
            try await browser.click("[data-do=sessions]")
            try await browser.click("#menu [data-beside='1']")
            let bar = "document.querySelector('#beside').innerText"
            try await browser.wait("\(bar).includes('the same up to #11')")
            try await browser.wait("/6 actions only here/.test(\(bar).replace(/\\s+/g, ' '))")
            try await browser.wait("document.querySelector('#row-12').innerText.includes('only here')")
            // The page that was skipped is missing there.
            try await browser.wait("document.querySelector('#body').innerText.includes('20 out')")
            try await browser.wait("document.querySelectorAll('.phone iframe').length === 2")
            let clocks =
                "[...document.querySelectorAll('.clock')].every(each => /^\\d\\d:\\d\\d$/.test(each.innerText))"
            try await browser.wait(clocks)
            try await browser.wait(
                "document.querySelector('#command').innerText.includes('rewind compare demo.rewind other.rewind')"
            )
            try await browser.picture("beside-\(width)-\(isDark ? "dark" : "light")")
            try await browser.click("#beside [data-do=difference-back]")
            try await browser.wait("/at=12(&|$)/.test(location.hash)")
            // Swapped, the other session lacks an action.
            try await browser.click("#beside [data-swap]")
            try await browser.wait("/session=1&at=11&beside=0/.test(location.hash)")
            try await browser.wait("document.querySelector('#row-11').innerText.includes('+1 there')")
            try await browser.wait("/6 actions only in demo.rewind/.test(\(bar).replace(/\\s+/g, ' '))")
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press("\u{E00C}")
            try await browser.wait("document.querySelector('#beside').hidden")
            try await browser.wait("document.querySelectorAll('.phone iframe').length === 1")
            let console = try await browser.console()
            #expect(console == [])
        }
    }

    @Test func `A dropped session is shown as a copy, and other files are refused with a sentence`() async throws {
        let folder = try await DemoSession.folder()
        _ = try await Tool.run("demo", "--actions", "40", "--output", "other.rewind", in: folder)
        let other = try Data(contentsOf: folder.file("other.rewind"))
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            /// Drops a file on the page, as the mouse does.
            func drop(_ base64: String, as name: String) async throws {
                try await browser.run(
                    """
                    const bytes = Uint8Array.from(atob('\(base64)'), each => each.charCodeAt(0));
                    const dataTransfer = new DataTransfer();
                    dataTransfer.items.add(new File([bytes], '\(name)'));
                    const send = type => document.body.dispatchEvent(
                        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
                    send('dragenter');
                    window.wasOver = !document.querySelector('#drop').hidden;
                    send('drop');
                    """
                )
                #expect(try await browser.text("wasOver && document.querySelector('#drop').hidden") == "true")
            }
            let toast = "document.querySelector('#toast').innerText"
            try await drop(Data("not a session".utf8).base64EncodedString(), as: "notes.txt")
            try await browser.wait("\(toast).includes('notes.txt is not')")
            #expect(try await browser.text("\(toast).includes('rewind-dropped')") == "false")
            #expect(
                try await browser.text("document.querySelector('#session-name').innerText.includes('83')") == "true"
            )
            try await drop(other.base64EncodedString(), as: "other.rewind")
            try await browser.wait("document.querySelector('#session-name').innerText.includes('40 actions')")
            try await browser.wait("location.hash.includes('session=1')")
            try await browser.wait(InspectedPage.rows)
            try await browser.click("[data-do=sessions]")
            try await browser.wait("document.querySelectorAll('#menu [data-session]').length === 2")
            try await browser.picture("sessions")
            try await browser.click("#menu [data-session='0']")
            try await browser.wait("document.querySelector('#session-name').innerText.includes('83 actions')")
        }
        #expect(try Data(contentsOf: folder.file("other.rewind")) == other)
    }
}
