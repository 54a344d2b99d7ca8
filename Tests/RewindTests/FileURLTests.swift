import Foundation
import Rewind
import TestSupport
import Testing

@Suite("A URL that is none of a file") struct FileURLTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// URLs that are not file URLs but have the path of a session.
    private var urls: [URL] {
        let path = folder.session().path
        return ["https://example.com\(path)", "rewind:\(path)", path].compactMap(URL.init(string:))
    }

    @Test func `is not recorded to`() throws {
        #expect(urls.count == 3)
        for url in urls {
            #expect(throws: RecorderError(.notFileURL, path: url.absoluteString)) {
                try Recorder<Int>(recordingTo: url)
            }
        }
        #expect(try folder.contents == [])
    }

    @Test func `has no session removed`() throws {
        try Recorder<Int>(recordingTo: folder.session()).close()
        for url in urls {
            #expect(throws: RecorderError(.notFileURL, path: url.absoluteString)) {
                try Recorder<Int>.removeSession(at: url)
            }
        }
        #expect(try folder.contents == ["a.rewind"])
        try Recorder<Int>.removeSession(at: folder.session())
        #expect(try folder.contents == [])
    }

    @Test func `is told in a sentence`() {
        #expect(
            "\(RecorderError(.notFileURL, path: "https://example.com/x.rewind"))"
                == "https://example.com/x.rewind is not a file URL. Create one with URL(filePath:)."
        )
    }
}
