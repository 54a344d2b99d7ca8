import Foundation

extension Process {
    private struct Failure: Error {
        let command: [String]
        let status: Int32
    }

    /// Returns the standard output of a program.
    ///
    /// - Throws: An error if it cannot be started or exits with a status other than 0.
    static func output(of program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(command: [program] + arguments, status: process.terminationStatus)
        }
        return String(decoding: data, as: UTF8.self)
    }
}
