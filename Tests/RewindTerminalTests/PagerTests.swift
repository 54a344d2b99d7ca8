import Testing

@testable import RewindTerminal

@Suite struct PagerTests {
    @Test(arguments: [
        ("sh", true), ("sh -c more", true), ("/bin/sh", true), ("LESS=R sh -x", true), ("nosuchpager", false),
        ("/bin/nosuchpager -R", false), ("", false), ("A=b", false),
    ])
    func `A pager that does not exist is not used`(command: String, isRunnable: Bool) {
        #expect(Pager.isRunnable(command, path: "/nowhere:/bin") == isRunnable)
    }
}
