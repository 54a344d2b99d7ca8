/// The numbers and the schema that make a SQLite file a Rewind session.
package enum SessionFormat {
    /// `PRAGMA application_id` of every session file: "RWND" in ASCII.
    package static let applicationID = 0x5257_4E44

    /// `PRAGMA user_version`: the version of the format that this code writes, and the newest it reads.
    package static let version = 1

    /// The version of this package, which sessions and messages contain.
    package static let packageVersion = "0.1.0"

    /// The length in bytes above which the JSON text of a subtree is stored separately, as a chunk.
    package static let chunkThreshold = 1024

    /// The maximum number of actions between two snapshots of a small state, or of a session that is pruned.
    package static let snapshotInterval = 256

    /// Returns the maximum number of actions between two snapshots of a state whose text has `bytes` bytes.
    ///
    /// A large state takes long to read, so that some more patches on top of it add little. But a snapshot stores every
    /// changed part again: if many elements change a little, their whole contents.
    package static func snapshotInterval(bytes: Int) -> Int {
        min(max(snapshotInterval, bytes / 1024), 16 * snapshotInterval)
    }

    /// An upper bound of seq. Counting on from a larger number could overflow.
    package static let largestSeq = Int.max / 2

    /// A lower bound of the size of an action in the file, in bytes: the header of its record alone has 13
    /// (https://www.sqlite.org/fileformat2.html#record_format).
    package static let minimumActionBytes = 16

    /// The member name of a reference to a chunk: `{"$chunk": 12}`.
    package static let referenceKey = "$chunk"

    /// The tables that a file must have to be a session.
    package static let tables = [
        "session", "action_type", "action", "snapshot", "chunk", "pointer", "change", "bookmark",
    ]

    /// The tables that can be rebuilt from the others.
    package static let indexTables = ["pointer", "change"]

    /// The columns of all tables.
    package static let columns = [
        "session": ["key TEXT", "value TEXT"],
        "action_type": ["id INTEGER", "name TEXT", "coder TEXT"],
        "action": [
            "seq INTEGER", "parent INTEGER", "at INTEGER", "type INTEGER", "payload TEXT", "patch TEXT",
            "duration INTEGER", "status TEXT", "origin TEXT", "error TEXT", "hash INTEGER",
        ],
        "snapshot": ["seq INTEGER", "chunk INTEGER", "hash BLOB"],
        "chunk": ["id INTEGER", "hash BLOB", "body TEXT"],
        "pointer": ["id INTEGER", "text TEXT"],
        "change": ["pointer INTEGER", "seq INTEGER"],
        "bookmark": ["name TEXT", "seq INTEGER", "note TEXT", "at INTEGER"],
    ]

    /// The complete schema.
    package static let schema = coreSchema + "\n\n" + indexSchema

    /// The schema of the recording itself.
    private static let coreSchema = """
        -- A session is one recording of one Redux store. JSON is RFC 8259 text, patches are RFC 6902,
        -- pointers RFC 6901, times microseconds since 1970-01-01 UTC.
        --
        -- In payload, patch and body, {"$chunk": n} stands for the value in chunk n. A member name that
        -- begins with "$" in the value itself has one more "$" in front of it there. A reference is written without
        -- spaces and escapes.

        -- CORE: rows are added, never changed. Where a recording is bounded, the oldest actions are deleted, with all
        -- that they alone used, up to a snapshot: 'pruned_through' is its seq, and its state the first one.

        -- Facts about the recording, where the cursor stands ('cursor'), and what redo leads to ('cursor_tip'; absent:
        -- at the last action).
        CREATE TABLE session (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The kinds of actions. 'codable' payloads decode back into the action, 'reflected' ones are for reading.
        CREATE TABLE action_type (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            coder TEXT NOT NULL CHECK (coder IN ('codable', 'reflected')),
            UNIQUE (name, coder)
        ) STRICT;

        -- The log: one row for each dispatched action, numbered from 1, or from behind 'pruned_through', without holes.
        CREATE TABLE action (
            seq INTEGER PRIMARY KEY,
            parent INTEGER NOT NULL,        -- the seq whose state it was applied to; 0 is the initial state
            at INTEGER NOT NULL,            -- when it was dispatched
            type INTEGER NOT NULL REFERENCES action_type (id),
            payload TEXT,                   -- its value; NULL when it could not be encoded or was lost
            patch TEXT,                     -- from the parent's state to its own; NULL when that is not known
            duration INTEGER,               -- nanoseconds until the state was there
            -- With IN, each statement that inserts would make a table of the four.
            status TEXT NOT NULL
                CHECK (status = 'done' OR status = 'began' OR status = 'failed' OR status = 'dropped'),
            origin TEXT,                    -- file:line of the dispatch, when the app gave it
            error TEXT,                     -- what its reducer reported when it failed
            -- CRC-32 (RFC 1952), without the highest bit, of: seq, parent, at, name and coder of the type, payload,
            -- patch, duration, status, origin, error, each as text (NULL: empty) and a line feed.
            hash INTEGER NOT NULL
        ) STRICT;

        -- Where branches start; all other actions follow the one before them.
        CREATE INDEX branch ON action (parent) WHERE parent <> seq - 1;

        -- The actions with unknown effects.
        CREATE INDEX unknown ON action (seq) WHERE patch IS NULL;

        -- States stored whole: the first one, then so often that no state is more than 256 patches away from one.
        CREATE TABLE snapshot (
            seq INTEGER PRIMARY KEY,
            chunk INTEGER NOT NULL REFERENCES chunk (id),
            hash BLOB NOT NULL              -- digest of the state
        ) STRICT;

        -- Large values, each stored once however often it occurs.
        -- Digest: SHA-256 of the value's canonical JSON (members sorted by UTF-8 bytes, no spaces), in which each
        -- array or object inside it is replaced by "#" and its own digest in lowercase hex.
        CREATE TABLE chunk (
            id INTEGER PRIMARY KEY,
            hash BLOB NOT NULL UNIQUE,
            body TEXT NOT NULL
        ) STRICT;

        -- Names for points in time.
        CREATE TABLE bookmark (
            name TEXT PRIMARY KEY,
            seq INTEGER NOT NULL,
            note TEXT,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The schema of the index, which can be rebuilt from the core.
    package static let indexSchema = """
        -- INDEX: can be dropped and made again from the core.

        CREATE TABLE pointer (
            id INTEGER PRIMARY KEY,
            text TEXT NOT NULL UNIQUE       -- U+0000, which ends a text in C, as "~2"
        ) STRICT;

        -- Which pointers the patch of an action names. Rows of actions that were pruned may be there for a while.
        CREATE TABLE change (
            pointer INTEGER NOT NULL REFERENCES pointer (id),
            seq INTEGER NOT NULL,
            PRIMARY KEY (pointer, seq)
        ) STRICT, WITHOUT ROWID;
        """
}
