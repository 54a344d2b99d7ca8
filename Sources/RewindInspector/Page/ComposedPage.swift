#if os(macOS) || os(Linux)

/// The page as a browser gets it: one script and one style sheet, in the place of some seventy files that it would ask for
/// one by one.
enum ComposedPage {
    /// All that is served, by name: the page, the script, the style sheet, and the files that they were made of.
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

    /// The lines of the page, as it stands in the sources.
    static var lines: [Substring] { PageAsset.text("index.html").split(separator: "\n") }

    /// The style sheet that a line of the page names.
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
