#if Fleet

/// The tables of a fleet, as a list of migrations: each changes the tables of the one before.
///
/// All ids are made from what they identify (``FleetID``), so that nothing is read in order to write.
enum FleetSchema {
    /// The version that this code writes and reads: the number of migrations.
    static var version: Int { migrations.count }

    static let migrations = [
        """
        -- The sessions of many devices. Times are microseconds since 1970-01-01 UTC; 'added' is the day, in UTC, on
        -- which a session was stored.

        -- A row appears together with all rows of the session.
        CREATE TABLE rewind.session (
            key bigint PRIMARY KEY,             -- made from the id
            id uuid NOT NULL,                   -- the fact 'id' of the session file
            content bytea NOT NULL,             -- SHA-256 of all that the file contains
            added date NOT NULL,
            app text,
            version text,
            device text,
            os text,
            started_at bigint,
            ended_at bigint,
            crashed boolean NOT NULL,
            first int NOT NULL,                 -- the seq of the first state
            last int NOT NULL,                  -- the seq of the last action
            bytes bigint NOT NULL,              -- the length of the file
            fatal_seq int,                      -- the action that was under way at a crash, or the last one
            fatal_type bigint,
            fatal_pointers text,                -- what that action changed, as a JSON array; NULL if not known
            values_complete boolean NOT NULL,   -- a pointer without rows in 'value' has no value in any state
            notes text NOT NULL                 -- the rows of the other tables of the file, in the link protocol
        ) WITH (toast_tuple_target = 128);      -- the notes apart from the rest, which questions read
        CREATE INDEX session_started ON rewind.session (started_at);
        CREATE INDEX session_crashed ON rewind.session (fatal_type) WHERE crashed;

        CREATE TABLE rewind.type (id bigint PRIMARY KEY, name text NOT NULL, coder text NOT NULL);

        -- Folded pointers: "*" stands for any index of an array.
        CREATE TABLE rewind.pointer (id bigint PRIMARY KEY, text text COLLATE "C" NOT NULL UNIQUE);

        -- References to chunks contain the ids of this database.
        CREATE TABLE rewind.action (
            session bigint NOT NULL,
            at bigint NOT NULL,
            duration bigint,                    -- nanoseconds
            type bigint NOT NULL,
            seq int NOT NULL,
            parent int NOT NULL,
            hash int NOT NULL,                  -- that of the row of the file
            added date NOT NULL,
            status "char" NOT NULL,             -- d: done, f: failed, b: began, x: dropped
            payload text,
            patch text,
            origin text,
            error text,
            PRIMARY KEY (session, seq, added)
        ) PARTITION BY RANGE (added);

        -- How often the actions of a type changed a pointer in a session, and the first of them. Pointer 0 stands for
        -- all actions of the type.
        CREATE TABLE rewind.change (
            session bigint NOT NULL,
            pointer bigint NOT NULL,
            type bigint NOT NULL,
            first int NOT NULL,
            count int NOT NULL,
            added date NOT NULL,
            PRIMARY KEY (session, pointer, type, added)
        ) PARTITION BY RANGE (added);
        CREATE INDEX change_pointer ON rewind.change (pointer);

        -- The first different values at a pointer in the states of a session, each with its first seq.
        CREATE TABLE rewind.value (
            session bigint NOT NULL,
            pointer bigint NOT NULL,
            first int NOT NULL,
            added date NOT NULL,
            kind "char" NOT NULL,               -- v: as in 'value'; o: any other; +: more values follow
            value text COLLATE "C"              -- JSON; null also stands for a missing value
        ) PARTITION BY RANGE (added);
        CREATE INDEX value_pointer ON rewind.value (pointer, kind, value);
        CREATE INDEX value_session ON rewind.value (session);

        -- The large values of all sessions, each stored once.
        CREATE TABLE rewind.chunk (id bigint PRIMARY KEY, hash bytea NOT NULL, body text NOT NULL);

        -- The chunks of a session, with their ids in its file.
        CREATE TABLE rewind.chunk_use (
            session bigint NOT NULL,
            chunk bigint NOT NULL,
            local bigint NOT NULL,
            added date NOT NULL,
            PRIMARY KEY (session, chunk, added)
        ) PARTITION BY RANGE (added);
        CREATE INDEX chunk_use_chunk ON rewind.chunk_use (chunk);

        -- Returns today, and adds the partitions of its month. Only this function adds partitions, so that a role that
        -- may insert needs no other right.
        CREATE FUNCTION rewind.today() RETURNS date LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = pg_catalog AS $$
        DECLARE
            today date := (now() AT TIME ZONE 'UTC')::date;
            month date := date_trunc('month', today);
            part text;
        BEGIN
            FOREACH part IN ARRAY ARRAY['action', 'change', 'value', 'chunk_use'] LOOP
                IF to_regclass(format('rewind.%I', part || to_char(month, '_YYYYMM'))) IS NULL THEN
                    PERFORM pg_advisory_xact_lock(1381453380);
                    EXECUTE format(
                        'CREATE TABLE IF NOT EXISTS rewind.%I PARTITION OF rewind.%I FOR VALUES FROM (%L) TO (%L)',
                        part || to_char(month, '_YYYYMM'), part, month, (month + interval '1 month')::date
                    );
                END IF;
            END LOOP;
            RETURN today;
        END
        $$;

        -- Returns the digest of a session's contents; NULL if it is not there.
        CREATE FUNCTION rewind.content(bigint) RETURNS bytea LANGUAGE sql STABLE SECURITY DEFINER
        SET search_path = pg_catalog AS $$
            SELECT content FROM rewind.session WHERE key = $1
        $$;
        REVOKE ALL ON FUNCTION rewind.today(), rewind.content(bigint) FROM PUBLIC;
        """,
        """
        -- Effects, their outcomes, and the causes of actions: format version 2 of the session file.

        ALTER TABLE rewind.action ADD COLUMN cause_effect bigint, ADD COLUMN cause_action int;

        CREATE TABLE rewind.effect (
            session bigint NOT NULL,
            id bigint NOT NULL,
            at bigint NOT NULL,
            cause_effect bigint,
            seq int NOT NULL,
            cause_action int,
            hash int NOT NULL,                  -- that of the row of the file
            added date NOT NULL,
            kind text NOT NULL,
            name text NOT NULL,
            coder text NOT NULL,
            input text,                         -- with references, as in action
            origin text,
            PRIMARY KEY (session, id, added)
        ) PARTITION BY RANGE (added);

        CREATE TABLE rewind.outcome (
            session bigint NOT NULL,
            id bigint NOT NULL,
            effect bigint NOT NULL,
            at bigint NOT NULL,
            duration bigint,                    -- nanoseconds
            seq int NOT NULL,
            hash int NOT NULL,
            added date NOT NULL,
            status text NOT NULL,
            type text,
            coder text NOT NULL,
            value text,
            PRIMARY KEY (session, id, added)
        ) PARTITION BY RANGE (added);

        CREATE OR REPLACE FUNCTION rewind.today() RETURNS date LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = pg_catalog AS $$
        DECLARE
            today date := (now() AT TIME ZONE 'UTC')::date;
            month date := date_trunc('month', today);
            part text;
        BEGIN
            FOREACH part IN ARRAY ARRAY['action', 'change', 'value', 'chunk_use', 'effect', 'outcome'] LOOP
                IF to_regclass(format('rewind.%I', part || to_char(month, '_YYYYMM'))) IS NULL THEN
                    PERFORM pg_advisory_xact_lock(1381453380);
                    EXECUTE format(
                        'CREATE TABLE IF NOT EXISTS rewind.%I PARTITION OF rewind.%I FOR VALUES FROM (%L) TO (%L)',
                        part || to_char(month, '_YYYYMM'), part, month, (month + interval '1 month')::date
                    );
                END IF;
            END LOOP;
            RETURN today;
        END
        $$;
        """,
        """
        -- From here on, 'change' counts the actions that changed the value at a pointer or something in it, each once for
        -- each pointer. In sessions that were stored before, it counts the pointers in patches.
        DROP INDEX rewind.change_pointer;
        CREATE INDEX change_pointer ON rewind.change (pointer, type);

        -- The order of lists, and the beginning of an id.
        DROP INDEX rewind.session_started;
        CREATE INDEX session_started ON rewind.session (started_at DESC NULLS LAST, key);
        CREATE INDEX session_id ON rewind.session (id);

        -- More kinds of values. n: the numbers that follow, from 'least' to 'greatest'; t: the texts and containers that
        -- follow. Null is always a value. The kind + is only in sessions that were stored before.
        ALTER TABLE rewind.value ADD COLUMN least float8, ADD COLUMN greatest float8;
        CREATE INDEX value_least ON rewind.value (pointer, least) WHERE kind = 'n';
        CREATE INDEX value_greatest ON rewind.value (pointer, greatest) WHERE kind = 'n';

        -- The keys of erased sessions, which are not stored again.
        CREATE TABLE rewind.forgotten (session bigint PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());

        -- Returns the digest of a session's contents; an empty one if it was erased, and NULL if it is not there.
        CREATE OR REPLACE FUNCTION rewind.content(bigint) RETURNS bytea LANGUAGE sql STABLE SECURITY DEFINER
        SET search_path = pg_catalog AS $$
            SELECT content FROM rewind.session WHERE key = $1
            UNION ALL SELECT '' FROM rewind.forgotten WHERE session = $1
        $$;
        """,
        """
        -- The app with whose key a session was sent; NULL if it was pushed, and in sessions that were stored before. The
        -- key of such a session is made from the app and the id, so that several apps can have the same id. The keys of
        -- 'forgotten' are made from the id alone: an erased session is not stored again, whoever sends it.
        ALTER TABLE rewind.session ADD COLUMN sender text;

        -- Returns the digests of the sessions with an id that an app may meet, and true for its own: those of no app are
        -- others. Without an app, all are its own. An empty digest stands for an erased session, whose key is the third.
        CREATE FUNCTION rewind.contents(uuid, text, bigint) RETURNS TABLE (digest bytea, own boolean)
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
            SELECT content, $2 IS NULL OR sender IS NOT NULL FROM rewind.session
            WHERE id = $1 AND ($2 IS NULL OR sender IS NULL OR sender = $2)
            UNION ALL SELECT '', true FROM rewind.forgotten WHERE session = $3
        $$;
        REVOKE ALL ON FUNCTION rewind.contents(uuid, text, bigint) FROM PUBLIC;
        DROP FUNCTION rewind.content(bigint);

        -- The notes apart from the rows of sessions, which questions read.
        CREATE TABLE rewind.note (
            session bigint NOT NULL,
            added date NOT NULL,
            text text NOT NULL,                 -- the rows of the other tables of the file, in the link protocol
            PRIMARY KEY (session, added)
        ) PARTITION BY RANGE (added);

        CREATE FUNCTION rewind.add_partitions(month date) RETURNS void LANGUAGE plpgsql
        SET search_path = pg_catalog AS $$
        DECLARE
            part text;
        BEGIN
            FOREACH part IN ARRAY ARRAY['action', 'change', 'value', 'chunk_use', 'effect', 'outcome', 'note'] LOOP
                IF to_regclass(format('rewind.%I', part || to_char(month, '_YYYYMM'))) IS NULL THEN
                    PERFORM pg_advisory_xact_lock(1381453380);
                    EXECUTE format(
                        'CREATE TABLE IF NOT EXISTS rewind.%I PARTITION OF rewind.%I FOR VALUES FROM (%L) TO (%L)',
                        part || to_char(month, '_YYYYMM'), part, month, (month + interval '1 month')::date
                    );
                END IF;
            END LOOP;
        END
        $$;
        REVOKE ALL ON FUNCTION rewind.add_partitions(date) FROM PUBLIC;
        CREATE OR REPLACE FUNCTION rewind.today() RETURNS date LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = pg_catalog AS $$
        DECLARE
            today date := (now() AT TIME ZONE 'UTC')::date;
        BEGIN
            PERFORM rewind.add_partitions(date_trunc('month', today)::date);
            RETURN today;
        END
        $$;

        SELECT rewind.add_partitions(month)
        FROM (SELECT DISTINCT date_trunc('month', added)::date AS month FROM rewind.session) months;
        INSERT INTO rewind.note SELECT key, added, notes FROM rewind.session;
        ALTER TABLE rewind.session DROP COLUMN notes, RESET (toast_tuple_target);
        -- Makes new files without the notes.
        CLUSTER rewind.session USING session_pkey;
        ALTER TABLE rewind.session SET WITHOUT CLUSTER;
        """,
    ]

    /// Creates the roles if they do not exist, and gives them their rights.
    static let roles = """
        DO $$
        DECLARE
            role text;
        BEGIN
            FOREACH role IN ARRAY ARRAY['rewind_collector', 'rewind_analyst'] LOOP
                IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
                    BEGIN
                        EXECUTE format('CREATE ROLE %I NOLOGIN', role);
                    EXCEPTION WHEN unique_violation OR duplicate_object THEN
                        -- Roles belong to all databases of a server, and another process was faster.
                    END;
                END IF;
            END LOOP;
        END
        $$;
        GRANT USAGE ON SCHEMA rewind TO rewind_collector, rewind_analyst;
        GRANT EXECUTE ON FUNCTION rewind.today(), rewind.contents(uuid, text, bigint) TO rewind_collector;
        GRANT EXECUTE ON FUNCTION rewind.contents(uuid, text, bigint) TO rewind_analyst;
        REVOKE EXECUTE ON FUNCTION rewind.today() FROM rewind_analyst;
        GRANT SELECT ON rewind.migration TO rewind_collector;
        GRANT INSERT ON rewind.session, rewind.type, rewind.pointer, rewind.action, rewind.change, rewind.value,
            rewind.chunk, rewind.chunk_use, rewind.effect, rewind.outcome, rewind.note TO rewind_collector;
        GRANT SELECT ON ALL TABLES IN SCHEMA rewind TO rewind_analyst;
        """
}

#endif
