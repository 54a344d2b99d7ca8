import Testing

@testable import Rewind

@Suite struct RecorderProblemTests {
    private static let texts: [(RecorderProblem, String)] = [
        (
            .notRecording(RecorderError(.isFolder, path: "/a.rewind")),
            "Nothing is recorded. /a.rewind is a folder."
        ),
        (
            .onlyTypeRecorded(path: "", type: "Cache", reason: "It is an object."),
            "The whole value: only the type Cache is recorded. It is an object."
        ),
        (.dropped(seqs: 3...3), "Action 3 was dropped: actions came faster than they could be written."),
        (.dropped(seqs: 3...5), "Actions 3 to 5 were dropped: actions came faster than they could be written."),
        (
            .notLinked(reason: "The token is not that of this server."),
            "The recording is not sent to another machine: The token is not that of this server."
        ),
        (
            .notLinked(reason: "the session file is gone"),
            "The recording is not sent to another machine: the session file is gone."
        ),
    ]

    @Test(arguments: texts) func `A problem is printed as a sentence`(problem: RecorderProblem, text: String) {
        #expect("\(problem)" == text)
    }
}
