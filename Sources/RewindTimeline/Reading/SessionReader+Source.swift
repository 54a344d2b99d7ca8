import RewindSession

extension SessionReader: DerivedSession.Source {
    package func readableBookmarks() throws -> [Bookmark] {
        try read { db in
            try db.fetchAll("SELECT name, seq, note, at FROM bookmark") { row -> Bookmark? in
                guard let name: String = row.value(0), let seq: Int = row.value(1) else { return nil }
                return Bookmark(name: name, seq: seq, note: row.value(2), at: row.value(3) ?? 0)
            }.compactMap(\.self)
        }
    }
}
