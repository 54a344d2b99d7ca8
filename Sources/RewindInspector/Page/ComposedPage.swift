#if os(macOS) || os(Linux)

/// The page as served: one script and one style sheet, instead of about seventy files requested one by one.
enum ComposedPage {
    /// All served files by name: the page, the script, the style sheet, and the files from which they are made.
    static let assets: [String: PageAsset] = {
        var assets = PageAsset.all
        let styles = lines.compactMap(style).map(PageAsset.text).joined()
        for (name, text) in [
            ("index.html", index), ("page.css", styles), ("page.js", PageScript("main.js").text),
        ] {
            assets[name] = PageAsset(name: name, bytes: Array(text.utf8))
        }
        return assets
    }()

    /// The lines of the HTML source.
    static var lines: [Substring] { PageAsset.text("index.html").split(separator: "\n") }

    /// Returns the style sheet that a line of the page refers to.
    static func style(in line: Substring) -> String? {
        line.firstMatch(of: /<link rel="stylesheet" href="([^"]+)">/).map { String($0.1) }
    }

    private static var index: String {
        lines.filter { style(in: $0) == nil }
            .joined(separator: "\n")
            .replacing("</head>", with: "<link rel=\"stylesheet\" href=\"page.css\">\n</head>", maxReplacements: 1)
    }
}

#endif
