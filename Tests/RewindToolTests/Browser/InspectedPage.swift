import TestSupport

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
