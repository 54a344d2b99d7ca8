import Foundation
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A headless Chromium, controlled with the WebDriver protocol (W3C Recommendation, 2018).
package final class Browser: Sendable {
    /// An error response of the driver, or a missing element.
    package struct Refused: Error {
        let answer: String
    }

    /// A condition that never held in the page, and the content of the page.
    package struct Never: Error {
        let expression: String
        let page: String
    }

    /// The driver ended before it listened.
    private struct DidNotListen: Error {
        let output: String
    }

    private static let driver = ["/usr/bin/chromedriver", "/usr/local/bin/chromedriver"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Chromium without a user interface, which takes a third of the processor time. The driver does not end one that a
    /// script starts, as Debian's in /usr/bin does.
    private static let shell = ["/usr/lib/chromium/chromium-headless-shell"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// True if a browser is available, or if `REWIND_BROWSER` requires one.
    fileprivate static let isThere = driver != nil || ProcessInfo.processInfo.environment["REWIND_BROWSER"] != nil

    private let session: URL

    private init(session: URL) {
        self.session = session
    }

    /// Starts a browser with a window of this size, and ends it when `body` returns or throws.
    ///
    /// - Parameter scale: The number of device pixels per CSS pixel.
    package static func run(
        width: Int = 1_280,
        height: Int = 800,
        isDark: Bool = false,
        scale: Int = 1,
        _ body: (Browser) async throws -> Void
    ) async throws {
        guard let path = driver else { throw Refused(answer: "Debian's package chromium-driver is not installed.") }
        // The driver takes a free port of IPv6, and ends if another process has that port of IPv4.
        for attempt in 1... {
            let outcome = try await Subprocess.run(
                .path(FilePath(path)),
                arguments: ["--port=0"],
                input: .none,
                output: .sequence,
                error: .discarded
            ) { execution -> Result<Void, any Error> in
                // A process started by a worker thread inherits a blocked SIGTERM.
                defer { try? execution.send(signal: .kill) }
                var output = execution.standardOutput.makeAsyncIterator()
                do {
                    let port = try await port(from: &output)
                    return .success(try await drive(port, (width, height), isDark: isDark, scale: scale, body))
                } catch {
                    return .failure(error)
                }
            }
            do {
                return try outcome.closureResult.get()
            } catch is DidNotListen where attempt < 10 {}
        }
    }

    nonisolated(nonsending) private static func drive(
        _ port: Int,
        _ size: (width: Int, height: Int),
        isDark: Bool,
        scale: Int,
        _ body: (Browser) async throws -> Void
    ) async throws {
        guard let base = URL(string: "http://127.0.0.1:\(port)") else { throw Refused(answer: "port \(port)") }
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--window-size=\(size.width),\(size.height)",
        ]
        var options: [String: Any] = ["args": arguments]
        options["binary"] = shell
        let capabilities: [String: Any] = ["goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"]]
        let answer = try await send(
            "POST",
            base.appending(path: "session"),
            [
                "capabilities": ["alwaysMatch": capabilities]
            ]
        )
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
            throw Refused(answer: "\(answer)")
        }
        let browser = Browser(session: base.appending(path: "session/\(id)"))
        do {
            try await browser.resize(width: size.width, height: size.height, scale: scale)
            try await browser.setTheme(isDark: isDark)
            _ = try await send("POST", browser.session.appending(path: "timeouts"), ["script": 110_000])
            try await body(browser)
        } catch {
            _ = try? await send("DELETE", browser.session)
            throw error
        }
        _ = try? await send("DELETE", browser.session)
    }

    private static func port(from output: inout SubprocessOutputSequence.AsyncIterator) async throws -> Int {
        var text = ""
        while let buffer = try await output.next() {
            text += buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            if let match = text.firstMatch(of: /successfully on port (\d+)/) { return Int(match.1) ?? 0 }
        }
        throw DidNotListen(output: text)
    }

    private static func send(_ method: String, _ url: URL, _ body: [String: Any]? = nil) async throws -> Any {
        let json =
            try body.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) } ?? ""
        let head = "\(method) \(url.path) HTTP/1.1\r\nHost: 127.0.0.1:\(url.port ?? 0)\r\nConnection: close\r\n"
        let fields = "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n"
        let exchange = try HTTPExchange(head + fields + json, port: url.port ?? 0, patience: 120)
        guard exchange.status == 200,
            let answer = try JSONSerialization.jsonObject(with: Data(exchange.body.utf8)) as? [String: Any]
        else { throw Refused(answer: exchange.body) }
        return answer["value"] ?? NSNull()
    }

    // MARK: Actions

    package func open(_ url: String) async throws {
        _ = try await Self.send("POST", session.appending(path: "url"), ["url": url])
    }

    /// Opens another window at an address, and makes it the current one. Returns the windows in their order.
    package func openWindow(_ url: String) async throws -> [String] {
        let new = try await Self.send("POST", session.appending(path: "window/new"), ["type": "window"])
        guard let handle = (new as? [String: Any])?["handle"] as? String else { throw Refused(answer: "\(new)") }
        try await choose(window: handle)
        try await open(url)
        return try await Self.send("GET", session.appending(path: "window/handles")) as? [String] ?? []
    }

    /// Makes a window the current one, which all calls are about.
    package func choose(window: String) async throws {
        _ = try await Self.send("POST", session.appending(path: "window"), ["handle": window])
    }

    /// Loads the page again, and waits until it has. A script could be followed by one in the page as it was.
    package func reload() async throws {
        _ = try await Self.send("POST", session.appending(path: "refresh"), [:])
    }

    /// Goes back in the page's history. A script with `history.back()` could go back twice: the driver runs a script that
    /// a navigation interrupts again.
    package func goBack() async throws {
        _ = try await Self.send("POST", session.appending(path: "back"), [:])
    }

    /// Runs the body of a function in the page. Returns its result.
    @discardableResult
    package func run(_ script: String) async throws -> Any {
        try await Self.send("POST", session.appending(path: "execute/sync"), ["script": script, "args": [Any]()])
    }

    /// Like `run(_:)`, for a script that awaits; it must return.
    @discardableResult
    package func runAsync(_ script: String) async throws -> Any {
        let wrapped = "const done = arguments[0]; (async () => { \(script) })().then(done, e => done('error: ' + e));"
        return try await Self.send(
            "POST",
            session.appending(path: "execute/async"),
            [
                "script": wrapped, "args": [Any](),
            ]
        )
    }

    package func text(_ script: String) async throws -> String {
        try await run("return String(\(script))") as? String ?? ""
    }

    /// The JavaScript of `ask(path, options)`: `fetch` with the token that the inspector's page keeps.
    package static let ask = """
        const ask = (path, options = {}) => fetch(path, { ...options,
            headers: { ...options.headers, Authorization: `Bearer ${localStorage['rewind-token']}` } });
        """

    /// Waits until an expression is true in the page; an error because of a missing element counts as false.
    package func wait(_ expression: String) async throws {
        let end = ContinuousClock.now + .seconds(180)
        let script = """
            try { return Boolean(\(expression)); }
            catch (error) { if (error instanceof TypeError) return false; throw error; }
            """
        var pause = Duration.milliseconds(20)
        while try await run(script) as? Bool != true {
            guard ContinuousClock.now < end else {
                throw Never(expression: expression, page: try await text("document.body.innerText.slice(0, 1500)"))
            }
            try await Task.sleep(for: pause)
            // Each look takes processor time of three processes, which the page may need.
            pause = min(pause * 2, .milliseconds(160))
        }
    }

    /// Gives the window another size.
    package func resize(width: Int, height: Int, scale: Int = 1) async throws {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": false]
        )
    }

    /// Shows the page in the dark or the light theme of the system.
    package func setTheme(isDark: Bool) async throws {
        let theme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        try await devTools("Emulation.setEmulatedMedia", ["features": [theme]])
    }

    /// Presses keys, named as in WebDriver, in the focused element.
    package func press(_ keys: String...) async throws {
        let actions = keys.flatMap { [["type": "keyDown", "value": $0], ["type": "keyUp", "value": $0]] }
        _ = try await Self.send(
            "POST",
            session.appending(path: "actions"),
            [
                "actions": [["type": "key", "id": "keys", "actions": actions]]
            ]
        )
    }

    package func click(_ selector: String) async throws {
        try await wait("document.querySelector(`\(selector)`)")
        // The element may be replaced before it is clicked.
        for attempt in 1...10 {
            do {
                return try await clickOnce(selector)
            } catch let refused as Refused where refused.answer.contains("stale element") && attempt < 10 {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private func clickOnce(_ selector: String) async throws {
        let find = ["using": "css selector", "value": selector]
        let found = try await Self.send("POST", session.appending(path: "element"), find)
        guard let id = (found as? [String: String])?.values.first else { throw Refused(answer: "\(found)") }
        _ = try await Self.send("POST", session.appending(path: "element/\(id)/click"), [:])
    }

    /// Returns the page's console messages, including those about refused scripts and missing files.
    package func console() async throws -> [String] {
        let entries = try await Self.send("POST", session.appending(path: "se/log"), ["type": "browser"])
        return (entries as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }
    }

    @discardableResult
    package func devTools(_ command: String, _ parameters: [String: Any]) async throws -> Any {
        try await Self.send(
            "POST",
            session.appending(path: "goog/cdp/execute"),
            [
                "cmd": command, "params": parameters,
            ]
        )
    }

    /// Saves a screenshot of the page in the folder `REWIND_SCREENSHOTS`, if set.
    package func picture(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["REWIND_SCREENSHOTS"] else { return }
        let answer = try await devTools("Page.captureScreenshot", ["format": "webp", "quality": 90])
        let text = (answer as? [String: Any])?["data"] as? String ?? ""
        let url = URL(fileURLWithPath: folder).appendingPathComponent(name + ".webp")
        try Data(base64Encoded: text)?.write(to: url)
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the tests if no browser is available.
    package static var needsBrowser: Self {
        .enabled(if: Browser.isThere, "Debian's package chromium-driver is not installed.")
    }
}
