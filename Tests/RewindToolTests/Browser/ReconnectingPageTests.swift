import Foundation
import Subprocess
import TestSupport
import Testing

/// Pages of one server, and of the next one on its port.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct ReconnectingPageTests {
    @Test func `Ten windows load, and all of them follow a recording`() async throws {
        let folder = TemporaryFolder()
        try await InspectingTool.run("demo", "--live", "--output", "l.rewind", "--port", "0", in: folder) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                let visible = "document.visibilityState === 'visible'"
                var windows: [String] = []
                for _ in 2...10 {
                    windows = try await browser.openWindow(url)
                    try await browser.wait("\(InspectedPage.rows) && \(visible)")
                }
                #expect(windows.count == 10)
                let last = "document.querySelector('#readout').innerText.match(/of ([0-9]+)/)?.[1]"
                let before = try #require(Int(try await browser.text(last)))
                try await browser.tap("refresh")
                for window in windows {
                    try await browser.choose(window: window)
                    #expect(try await browser.text(visible) == "true")
                    try await browser.wait("Number(\(last)) > \(before)")
                    #expect(try await browser.console() == [])
                }
            }
        }
    }

    @Test func `A page stays at its place when its server is started again`() async throws {
        let folder = try await DemoSession.folder()
        let other = try await Tool.run("demo", "--actions", "40", "--output", "other.rewind", in: folder)
        #expect(other.status == .exited(0))
        var address = ""
        var port = "0"
        let shown = "document.querySelector('#head').innerText"
        let banner = "document.querySelector('#banner').innerText"
        let token = folder.file(".config/rewind/inspect-token")
        func serve(_ files: String..., body: (String) async throws -> Void) async throws {
            try await InspectingTool.run(Tool.url, ["inspect", "--port", port] + files, in: folder.url, body)
        }
        try await Browser.run { browser in
            try await serve("demo.rewind") { url in
                try await browser.open(url)
                try await browser.wait(InspectedPage.rows)
                port = "\(try #require(URL(string: url)?.port))"
                address = "http://127.0.0.1:\(port)/"
                #expect(try await browser.text("location.search") == "")
                try await browser.run("location.hash = 'at=63&filter=slice:home&pins=/home/pageNumber'")
                try await browser.wait("\(shown).includes('#63')")
            }
            let mode = try FileManager.default.attributesOfItem(atPath: token.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try await browser.wait("\(banner).includes('does not answer')")
            // The session has another number then.
            try await serve("other.rewind", "demo.rewind") { _ in
                try await browser.wait("document.querySelector('#banner').hidden")
                try await browser.wait("/session=1&at=63&filter=slice:home&pins=.home.pageNumber/.test(location.hash)")
                try await browser.wait("\(shown).includes('#63')")
                // A link has no token.
                try await browser.open("\(address)#session=1&at=20")
                try await browser.wait("\(shown).includes('#20')")
            }
            try FileManager.default.removeItem(at: token)
            try await browser.wait("\(banner).includes('does not answer')")
            try await serve("demo.rewind") { url in
                try await browser.wait("\(banner).includes('The token is another one now: open the address')")
                try await browser.picture("another-token")
                // Another window gets the new token, and the first one has it, too.
                let windows = try await browser.openWindow(url)
                try await browser.wait(InspectedPage.rows)
                try await browser.choose(window: try #require(windows.first))
                try await browser.wait("document.querySelector('#banner').hidden && \(shown).includes('#20')")
                // An old address does not replace the token.
                try await browser.open("\(address)?token=0123456789abcdef0123456789abcdef#at=30")
                try await browser.wait("\(shown).includes('#30')")
            }
        }
    }

    @Test func `A second server takes the next port, and has the same token`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectingTool.run("inspect", "demo.rewind", in: folder) { first in
            try await InspectingTool.run("inspect", "demo.rewind", in: folder) { second in
                let parts = [first, second].map { $0.components(separatedBy: "?token=") }
                #expect(parts[0].count == 2 && parts[0][1] == parts[1][1] && parts[0][0] != parts[1][0])
            }
        }
    }
}
