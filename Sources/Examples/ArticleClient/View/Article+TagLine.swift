extension Article {
    /// The names of the tags, with their versions.
    var tagLine: String {
        tags.map { ([$0.name] + $0.versions).joined(separator: " ") }.joined(separator: ", ").printable
    }
}
