import Foundation

/// Arguments that an assistant must correct. The message goes to the assistant.
struct MCPMisuse: Error {
    let message: String
}

/// The sessions that a client can ask about: no other file can be read.
struct MCPSessions: Sendable {
    /// The files and folders given; the sessions of a folder are found again for each request.
    let places: [String]

    /// True if an argument must name the session.
    var areMany: Bool { places.count != 1 || DefaultSession.isFolder(places[0]) }

    /// Returns the sessions by name: that of the file, or the whole path if two files have the same name.
    ///
    /// - Throws: `SessionError`.
    func all() throws -> [(name: String, path: String)] {
        let paths = try places.flatMap { try LsCommand.files(in: $0).sorted() }
        let names = Dictionary(grouping: paths) { URL(fileURLWithPath: $0).lastPathComponent }
        // A path that begins with a dash would be taken for an option.
        return paths.map { path in
            let name = URL(fileURLWithPath: path).lastPathComponent
            return (names[name]?.count == 1 ? name : path, path.hasPrefix("-") ? "./\(path)" : path)
        }
    }

    /// Returns the path of the session with a name; without a name, that of the only one.
    ///
    /// - Throws: `MCPMisuse`, `SessionError`.
    func path(of name: String?) throws -> String {
        let sessions = try all()
        if let session = sessions.first(where: { $0.name == name }) ?? (name == nil ? sessions.first : nil),
            name != nil || sessions.count == 1
        {
            return session.path
        }
        guard !sessions.isEmpty else { throw MCPMisuse(message: "There is no *.rewind yet.") }
        let names = sessions.prefix(20).map(\.name).joined(separator: ", ")
        throw MCPMisuse(
            message: (name.map { "There is no session \"\($0)\"." } ?? "Name the session.")
                + " The sessions are: \(names)\(sessions.count > 20 ? ", …" : "")."
        )
    }
}
