import RewindSession
import RewindTree

extension SessionReader {
    /// Makes later reads through this reader see effects that the file does not contain in place of the recorded ones:
    /// in the log, in the resulting states, and in the change index. The file and other readers are not affected.
    ///
    /// The patch of an action after one with an unknown effect includes that effect, too. When the first effect becomes
    /// known, a new patch for the second must be passed as well.
    ///
    /// - Complexity: Linear in the patches.
    /// - Throws: `SessionError`.
    package func show(recovered effects: [(seq: Int, patch: Patch)]) throws {
        guard !effects.isEmpty else { return }
        try SessionError.translating(path: path) {
            if !showsRecovered { try makeViews(in: connection) }
            showsRecovered = true
            try insert(effects, in: connection)
        }
    }

    /// Creates views that show the recovered effects to queries on this connection.
    private func makeViews(in db: Connection) throws {
        let hasCauses = try SessionUpgrade.version(of: db) == SessionFormat.version
        let causes = hasCauses ? "cause_effect, cause_action" : "NULL AS cause_effect, NULL AS cause_action"
        try db.execute(
            """
            PRAGMA temp_store = MEMORY;
            CREATE TEMP TABLE recovered_effect (seq INTEGER PRIMARY KEY, patch TEXT NOT NULL);
            CREATE TEMP TABLE recovered_pointer (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
            CREATE TEMP TABLE recovered_change (pointer INTEGER, seq INTEGER, PRIMARY KEY (pointer, seq))
                WITHOUT ROWID;
            DROP VIEW IF EXISTS temp.action;
            CREATE TEMP VIEW action AS
                SELECT seq, parent, at, type, payload,
                    coalesce((SELECT r.patch FROM temp.recovered_effect AS r WHERE r.seq = a.seq), patch) AS patch,
                    duration, status, origin, error, hash, \(causes)
                FROM main.action AS a;
            CREATE TEMP VIEW pointer AS
                SELECT id, text FROM main.pointer UNION ALL SELECT id, text FROM temp.recovered_pointer;
            CREATE TEMP VIEW change AS
                SELECT pointer, seq FROM main.change WHERE seq NOT IN (SELECT seq FROM temp.recovered_effect)
                UNION ALL SELECT pointer, seq FROM temp.recovered_change;
            """
        )
    }

    private func insert(_ effects: [(seq: Int, patch: Patch)], in db: Connection) throws {
        let effect = try db.statement(
            "INSERT OR REPLACE INTO temp.recovered_effect (seq, patch) VALUES (?, ?)"
        )
        let change = try db.statement(
            "INSERT OR IGNORE INTO temp.recovered_change (pointer, seq) VALUES (?, ?)"
        )
        let known = try db.statement("SELECT id FROM pointer WHERE text = ?")
        let pointer = try db.statement("INSERT INTO temp.recovered_pointer (id, text) VALUES (?, ?)")
        var nextID = (try db.fetchOne(Int.self, "SELECT max(id) FROM pointer") ?? 0) + 1
        for (seq, patch) in effects {
            try effect.execute([seq, Self.storedText(of: patch)])
            for text in patch.pointers.map(\.indexText) {
                var id = try known.fetchOne(Int.self, [text])
                if id == nil {
                    try pointer.execute([nextID, text])
                    (id, nextID) = (nextID, nextID + 1)
                }
                try change.execute([id, seq])
            }
        }
    }

    /// Returns the text of a patch as stored in the column, without references.
    private static func storedText(of patch: Patch) -> String {
        Patch(patch.operations.map { $0.map(pointers: { $0 }, values: stored) }).tree.text
    }

    private static func stored(_ tree: Tree) -> Tree {
        switch tree {
        case .array(let array): StackRoom.growing { Tree(elements: array.elements.map(stored)) }
        case .object(let object):
            StackRoom.growing {
                Tree(members: zip(object.keys, object.values).map { (ChunkKey.stored($0), stored($1)) })
            }
        default: tree
        }
    }
}
