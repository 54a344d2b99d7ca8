/// The numbers and the schema that make a SQLite file a Rewind session.
package enum SessionFormat {
    /// `PRAGMA application_id` of every session file: "RWND" in ASCII.
    package static let applicationID = 0x5257_4E44

    /// `PRAGMA user_version`: the version of the format that this code writes, and the newest it reads.
    package static let version = 2

    /// The oldest version that this code reads. It has no effects and no causes; see ``SessionUpgrade``.
    package static let oldestVersion = 1

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
        "session", "action_type", "action", "effect", "outcome", "snapshot", "chunk", "pointer", "change", "bookmark",
    ]

    /// The tables that can be rebuilt from the others.
    package static let indexTables = ["pointer", "change"]

    /// The columns of all tables.
    package static let columns = [
        "session": ["key TEXT", "value TEXT"],
        "action_type": ["id INTEGER", "name TEXT", "coder TEXT"],
        "action": [
            "seq INTEGER", "parent INTEGER", "at INTEGER", "type INTEGER", "payload TEXT", "patch TEXT",
            "duration INTEGER", "status TEXT", "origin TEXT", "error TEXT", "hash INTEGER", "cause_effect INTEGER",
            "cause_action INTEGER",
        ],
        "effect": [
            "id INTEGER", "seq INTEGER", "at INTEGER", "kind TEXT", "name TEXT", "coder TEXT", "input TEXT",
            "cause_effect INTEGER", "cause_action INTEGER", "origin TEXT", "hash INTEGER",
        ],
        "outcome": [
            "id INTEGER", "effect INTEGER", "seq INTEGER", "at INTEGER", "duration INTEGER", "status TEXT",
            "type TEXT", "coder TEXT", "value TEXT", "hash INTEGER",
        ],
        "snapshot": ["seq INTEGER", "chunk INTEGER", "hash BLOB"],
        "chunk": ["id INTEGER", "hash BLOB", "body TEXT"],
        "pointer": ["id INTEGER", "text TEXT"],
        "change": ["pointer INTEGER", "seq INTEGER"],
        "bookmark": ["name TEXT", "seq INTEGER", "note TEXT", "at INTEGER"],
    ]

    /// The complete schema.
    package static let schema = coreSchema + "\n\n" + effectSchema + "\n\n" + indexSchema

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
            -- patch, duration, status, origin, error, each as text (NULL: empty) and a line feed; if there is a cause,
            -- then of its two columns in the same way.
            hash INTEGER NOT NULL,
            cause_effect INTEGER,           -- the effect in which it was dispatched
            cause_action INTEGER            -- or the action in whose dispatch it was; neither when that is not known
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

    /// The schema of what came from outside the reducers. A session of version 1 is without it.
    package static let effectSchema = """
        -- EFFECTS: what the app did outside its reducers. Rows are added, like those of the log.

        -- Work as it began, and notes. Numbered from 1; a number without a row was lost, or is old and was pruned.
        CREATE TABLE effect (
            id INTEGER PRIMARY KEY,
            seq INTEGER NOT NULL,           -- the last action before it
            at INTEGER NOT NULL,            -- when it began
            -- 'effect': its value came from outside. 'flow': the app's own code, such as a thunk or the handler of a
            -- tap. 'note', 'screenshot': an event without an outcome.
            kind TEXT NOT NULL
                CHECK (kind = 'effect' OR kind = 'flow' OR kind = 'note' OR kind = 'screenshot'),
            name TEXT NOT NULL,
            coder TEXT NOT NULL CHECK (coder IN ('codable', 'reflected')),
            input TEXT,                     -- its value; for a screenshot, the bytes of the image in Base64
            cause_effect INTEGER,           -- as in action
            cause_action INTEGER,
            origin TEXT,                    -- file:line where it began
            -- CRC-32, as in action, of the other columns in their order.
            hash INTEGER NOT NULL
        ) STRICT;

        -- How effects ended, numbered in the order in which they did. An effect without one was under way at the end.
        CREATE TABLE outcome (
            id INTEGER PRIMARY KEY,
            effect INTEGER NOT NULL UNIQUE,
            seq INTEGER NOT NULL,           -- the last action before it
            at INTEGER NOT NULL,            -- when it ended
            duration INTEGER,               -- nanoseconds since it began
            status TEXT NOT NULL CHECK (status = 'done' OR status = 'failed' OR status = 'canceled'),
            type TEXT,                      -- the type of its value or error; NULL when that was lost
            coder TEXT NOT NULL CHECK (coder IN ('codable', 'reflected')),
            value TEXT,                     -- its value or error; NULL when there is none, or when it was lost
            hash INTEGER NOT NULL
        ) STRICT;

        -- What an effect or an action caused.
        CREATE INDEX action_of_effect ON action (cause_effect) WHERE cause_effect IS NOT NULL;
        CREATE INDEX action_of_action ON action (cause_action) WHERE cause_action IS NOT NULL;
        CREATE INDEX effect_of_effect ON effect (cause_effect) WHERE cause_effect IS NOT NULL;
        CREATE INDEX effect_of_action ON effect (cause_action) WHERE cause_action IS NOT NULL;
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
