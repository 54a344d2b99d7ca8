#if os(macOS) || os(Linux)

import Foundation
import RewindInspectorPage

/// A file of the page, embedded in the binary.
struct PageAsset: Sendable {
    let name: String
    let bytes: [UInt8]
    let contentType: String
    /// The entity tag, which changes with the content.
    let tag: String

    /// All files by name.
    static let all: [String: PageAsset] = {
        var assets: [String: PageAsset] = [:]
        for index in 0..<rewind_page_count() {
            let file = rewind_page_file(index)
            guard let name = file.name, let bytes = file.bytes else { continue }
            let asset = PageAsset(
                name: String(cString: name),
                bytes: Array(UnsafeBufferPointer(start: bytes, count: file.count))
            )
            assets[asset.name] = asset
        }
        return assets
    }()

    /// Returns the text of a file.
    static func text(_ name: String) -> String { String(decoding: all[name]?.bytes ?? [], as: UTF8.self) }

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        let types = ["html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"]
        let suffix = name.split(separator: ".").last.map(String.init) ?? ""
        contentType = (types[suffix] ?? "application/octet-stream") + "; charset=utf-8"
        // FNV-1a (Fowler, Noll, Vo), 64 bits.
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        tag = "\"\(String(hash, radix: 16))\""
    }
}

#endif
