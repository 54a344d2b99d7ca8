/// A file of the page, embedded in the binary.
package struct PageAsset: Sendable {
    package let name: String
    package let bytes: [UInt8]
    package let contentType: String
    /// An entity tag, which changes with the content.
    package let tag: String

    /// All files by name.
    package static let all = Dictionary(
        uniqueKeysWithValues: pageFiles.map { ($0.key, PageAsset(name: $0.key, text: $0.value)) }
    )

    /// Returns the text of a file; empty if there is no such file.
    package static func text(_ name: String) -> String { pageFiles[name] ?? "" }

    init(name: String, text: String) {
        self.name = name
        bytes = Array(text.utf8)
        let types = ["html": "text/html", "css": "text/css", "js": "text/javascript"]
        let suffix = name.split(separator: ".").last.map(String.init) ?? ""
        contentType = (types[suffix] ?? "application/octet-stream") + "; charset=utf-8"
        // FNV-1a (Fowler, Noll, Vo), 64 bits.
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        tag = "\"\(String(hash, radix: 16))\""
    }
}
