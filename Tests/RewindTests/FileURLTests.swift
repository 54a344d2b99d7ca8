import Foundation
import Rewind
import TestSupport
import Testing

@Suite struct FileURLTests {
    private let folder = TemporaryFolder()

    /// URLs that are not file URLs but have the path of a session.
    private var urls: [URL] {
        let path = folder.session().path
        return ["https://example.com\(path)", "rewind:\(path)", path].compactMap(URL.init(string:))
    }

    @Test func `A recording to a URL that is not a file's is refused`() throws {
        #expect(urls.count == 3)
        for url in urls {
            #expect(throws: RecorderError(.notFileURL, path: url.absoluteString)) {
                try Recorder<Int>(recordingTo: url)
            }
        }
        #expect(try folder.contents == [])
    }

    @Test func `Removing a session at a URL that is not a file's is refused`() throws {
        try Recorder<Int>(recordingTo: folder.session()).close()
        for url in urls {
            #expect(throws: RecorderError(.notFileURL, path: url.absoluteString)) {
                try StoredSession(at: url).remove()
            }
        }
        #expect(try folder.contents == ["a.rewind"])
        try StoredSession(at: folder.session()).remove()
        #expect(try folder.contents == [])
    }

    @Test func `The error for a URL that is not a file's is one sentence`() {
        #expect(
            "\(RecorderError(.notFileURL, path: "https://example.com/x.rewind"))"
                == "https://example.com/x.rewind is not a file URL. Create one with URL(filePath:)."
        )
    }
}
