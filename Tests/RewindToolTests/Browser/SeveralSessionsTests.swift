import Foundation
import TestSupport
import Testing

/// A page with several sessions.
@Suite(
    .ownThreads,
    .serialized,
    .enabled(if: Browser.isThere, "Debian's packages chromium and chromium-driver are not installed."),
    .timeLimit(.minutes(10))
) struct SeveralSessionsTests {
    private static let rows = "document.querySelectorAll('#rows [role=option]').length > 4"

    @Test func `A dropped session is shown as a copy, and other files are refused with a sentence`() async throws {
        let folder = try TemporaryFolder()
        _ = try await Tool.run("demo", in: folder)
        _ = try await Tool.run("demo", "--actions", "40", "--output", "other.rewind", in: folder)
        let other = try Data(contentsOf: folder.file("other.rewind"))
        try await InspectingTool.run("inspect", "demo.rewind", in: folder) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                try await browser.wait(Self.rows)
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
                try await browser.wait(Self.rows)
                try await browser.click("[data-do=sessions]")
                try await browser.wait("document.querySelectorAll('#menu [data-session]').length === 2")
                try await browser.picture("sessions")
                try await browser.click("#menu [data-session='0']")
                try await browser.wait("document.querySelector('#session-name').innerText.includes('83 actions')")
            }
        }
        #expect(try Data(contentsOf: folder.file("other.rewind")) == other)
    }
}
