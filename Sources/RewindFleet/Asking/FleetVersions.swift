#if Fleet

/// The numbers of sessions, and of what was counted in them, by version of the app.
package struct FleetVersions: Sendable {
    package struct Version: Sendable {
        package let version: String?
        package internal(set) var sessions: Int
        package internal(set) var count: Int
    }

    /// The versions with the most sessions first.
    package private(set) var all: [Version] = []

    package var sessions: Int { all.reduce(0) { $0 + $1.sessions } }
    package var count: Int { all.reduce(0) { $0 + $1.count } }

    mutating func add(_ version: String?, sessions: Int, count: Int = 0) {
        all.append(Version(version: version, sessions: sessions, count: count))
        all.sort { ($1.sessions, $0.version ?? "") < ($0.sessions, $1.version ?? "") }
    }
}

#endif
