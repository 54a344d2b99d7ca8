import Foundation

// The library is empty here, unless it is built with the trait Sealing.
struct TeamKey {
    init(_ text: String) throws {}
    func seal(contentsOf input: URL, to output: URL) throws {}
}

let (session, sealed) = (URL(filePath: "a.rewind"), URL(filePath: "a.sealed"))
