import ArgumentParser
import Foundation
import RewindInspector
import RewindTimeline

/// `rewind inspect`: sessions in a page of the browser.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show sessions in a page of the browser.",
        discussion: """
            The page is served on this machine alone, and only to who has the address that is printed: in it is a token \
            that is a new one each time. It only shows, and follows sessions that are being recorded. Ctrl-C ends it.
            """
    )

    @Argument(help: "The session files.")
    var files: [String]

    @Option(help: "The port to serve on; a free one by default.")
    var port: UInt16 = 0

    @Flag(help: "Open the page in the browser.")
    var open = false

    func validate() throws {
        if files.contains("") { throw ValidationError.emptySessionPath }
    }

    func run() async throws {
        for file in files { try SessionArgument.timeline(at: file).session.close() }
        let interruption = Interruption.shared
        let inspector = Inspector(
            files.map { Inspector.Session(url: URL(fileURLWithPath: $0), file: $0) },
            app: InspectedApp(RegisteredApp.current),
            version: Wording.version,
            describe: Self.describe
        )
        do {
            try await inspector.run(port: Int(port)) { url in
                Output.line(url.absoluteString)
                try Output.finish()
                if self.open { Browser.open(url) }
                await interruption.requested()
            }
        } catch let error where Self.isPortTaken(error) {
            throw CommandError.portTaken(port)
        }
    }

    private static func describe(_ error: any Error) -> FailureAnswer {
        guard let failure = Wording.failure(for: error) else { return FailureAnswer("\(error)") }
        return FailureAnswer(failure.message, hint: failure.hint)
    }

    private static func isPortTaken(_ error: any Error) -> Bool {
        (error as? any CustomNSError)?.errorCode == Int(EADDRINUSE) || "\(error)".contains("errno: \(EADDRINUSE)")
    }
}

extension InspectedApp {
    /// What the tool knows of an app.
    init(_ app: RegisteredApp?) {
        self.init(html: app?.html, text: app?.screen)
    }
}

/// The browser that the system opens addresses with.
enum Browser {
    /// Opens an address, if that can be done; whoever sees the address can do it by hand.
    static func open(_ url: URL) {
        #if os(macOS)
        let (program, arguments) = ("/usr/bin/open", [url.absoluteString])
        #else
        let (program, arguments) = ("/usr/bin/env", ["xdg-open", url.absoluteString])
        #endif
        #if os(macOS) || os(Linux)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try? process.run()
        #endif
    }
}
