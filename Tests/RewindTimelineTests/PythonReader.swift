import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A reader of session files in Python, written from the page "The session file" alone, with the modules sqlite3 and
/// json, and hashlib and zlib for the checksums.
enum PythonReader {
    /// The URL of Python; nil if it is not installed.
    static let python: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)).appending(path: "python3") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    /// Returns the lines that the script prints for the session at `url`.
    static func lines(_ url: URL) async throws -> [String] {
        guard let python else { return [] }
        let result = try await Subprocess.run(
            .path(FilePath(python.path)),
            arguments: ["-c", script, url.path],
            environment: .inherit.updating(["PYTHONUTF8": "1"]),
            output: .string(limit: 1 << 28)
        )
        return result.standardOutput.split(separator: "\n").map(String.init)
    }

    /// Verifies all checksums, then prints the log, each state and the index.
    private static let script = #"""
        import hashlib, json, math, os, re, sqlite3, sys, zlib

        path = sys.argv[1]
        db = sqlite3.connect("file:" + path + "?mode=ro", uri=True)
        assert db.execute("PRAGMA application_id").fetchone()[0] == 1381453380
        version = db.execute("PRAGMA user_version").fetchone()[0]
        assert version in (1, 2)
        assert not db.execute("SELECT 1 FROM sqlite_schema WHERE type IN ('trigger', 'view')").fetchall()
        facts = dict(db.execute("SELECT key, value FROM session"))
        first = int(facts.get("pruned_through", "0"))

        class Number:
            def __init__(self, text): self.text = text

        absent = Number("-")

        def parse(text):
            return json.loads(text, parse_int=Number, parse_float=Number)

        def escaped(text):
            marks = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
            return '"' + re.sub('[\x00-\x1f"\\\\]', lambda m: marks.get(m[0], "\\u%04x" % ord(m[0])), text) + '"'

        def canonical(value, inner=None):
            inner = inner or canonical
            if isinstance(value, Number): return value.text
            if isinstance(value, str): return escaped(value)
            if isinstance(value, list): return "[" + ",".join(map(inner, value)) + "]"
            if isinstance(value, dict):
                names = sorted(value, key=lambda name: name.encode())
                return "{" + ",".join(escaped(name) + ":" + inner(value[name]) for name in names) + "}"
            return {None: "null", True: "true", False: "false"}[value]

        def digest(value):
            inner = lambda v: "#" + digest(v).hex() if isinstance(v, (list, dict)) else canonical(v)
            return hashlib.sha256(canonical(value, inner).encode()).digest()

        def resolved(value):
            if isinstance(value, list): return [resolved(element) for element in value]
            if not isinstance(value, dict): return value
            if list(value) == ["$chunk"] and isinstance(value["$chunk"], Number): return chunk(int(value["$chunk"].text))
            return {name[1:] if name.startswith("$") else name: resolved(value[name]) for name in value}

        chunks = {}
        def chunk(id):
            if id not in chunks:
                hash, body = db.execute("SELECT hash, body FROM chunk WHERE id = ?", (id,)).fetchone()
                chunks[id] = resolved(parse(body))
                assert digest(chunks[id]) == hash
            return chunks[id]

        def copied(value):
            if isinstance(value, list): return list(value)
            if isinstance(value, dict): return dict(value)
            return value

        def tokens(pointer):
            return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]

        def changed(value, path, change):
            if not path: return change(value)
            value = copied(value)
            key = int(path[0]) if isinstance(value, list) else path[0]
            value[key] = changed(value[key], path[1:], change)
            return value

        def found(value, path):
            for token in path: value = value[int(token) if isinstance(value, list) else token]
            return value

        def added(state, path, value):
            if not path: return value
            def change(container):
                container = copied(container)
                if isinstance(container, list):
                    container.insert(len(container) if path[-1] == "-" else int(path[-1]), value)
                else:
                    container[path[-1]] = value
                return container
            return changed(state, path[:-1], change)

        def removed(state, path):
            def change(container):
                container = copied(container)
                del container[int(path[-1]) if isinstance(container, list) else path[-1]]
                return container
            return changed(state, path[:-1], change)

        def applied(state, patch):
            for step in patch:
                op, path = step["op"], tokens(step["path"])
                if op == "add": state = added(state, path, step["value"])
                elif op == "remove": state = removed(state, path)
                elif op == "replace": state = changed(state, path, lambda _: step["value"])
                elif op == "move":
                    value = found(state, tokens(step["from"]))
                    state = added(removed(state, tokens(step["from"])), path, value)
                elif op == "copy": state = added(state, path, found(state, tokens(step["from"])))
                else: assert op == "test"
            return state

        def check(row, hash):
            text = "".join(("" if value is None else str(value)) + "\n" for value in row)
            assert zlib.crc32(text.encode()) & 0x7FFFFFFF == hash, row[0]

        def cause(effect, action):
            assert effect is None or action is None
            return "-" if effect is action else "effect %d" % effect if action is None else "action %d" % action

        columns = "seq, parent, at, name, coder, payload, patch, duration, status, origin, error, "
        columns += "cause_effect, cause_action, hash" if version == 2 else "NULL, NULL, hash"
        rows = db.execute("SELECT " + columns + " FROM action JOIN action_type ON id = type ORDER BY seq").fetchall()
        for row in rows:
            check(row[:-1] if row[11] is not None or row[12] is not None else row[:11], row[-1])
        last = rows[-1][0] if rows else first
        assert [row[0] for row in rows] == list(range(first + 1, last + 1))
        assert "ended_at" not in facts or facts["log_end"] == "%d %d" % (last, sum(row[-1] for row in rows))
        parents = {row[0]: row[1] for row in rows}
        patches = {row[0]: None if row[6] is None else resolved(parse(row[6])) for row in rows}
        payloads = [absent if row[5] is None else resolved(parse(row[5])) for row in rows]
        log = [(row[0], row[1], row[3], payload, row[8], cause(row[11], row[12])) for row, payload in zip(rows, payloads)]

        def stored(text):
            return absent if text is None else resolved(parse(text))

        effects, outcomes = {}, {}
        if version == 2:
            columns = "id, seq, at, kind, name, coder, input, cause_effect, cause_action, origin, hash"
            found_effects = db.execute("SELECT " + columns + " FROM effect ORDER BY id").fetchall()
            for row in found_effects:
                check(row[:-1], row[-1])
                effects[row[0]] = (row[0], row[1], row[2], row[3], row[4], row[5], stored(row[6]), cause(row[7], row[8]), row[9])
            columns = "id, effect, seq, at, duration, status, type, coder, value, hash"
            found_outcomes = db.execute("SELECT " + columns + " FROM outcome ORDER BY id").fetchall()
            for row in found_outcomes:
                check(row[:-1], row[-1])
                outcomes[row[0]] = row[:8] + (stored(row[8]),)
            if "ended_at" in facts:
                ends = list(map(int, facts.get("effects_end", "0 0 0").split(" ")))
                assert ends[2] == sum(row[-1] for row in found_effects + found_outcomes)
                assert ends[0] >= max(effects, default=0) and ends[1] >= max(outcomes, default=0)

        numbers = []

        def through(number):
            return number if number <= last else last + sum(other <= number for other in numbers)

        def beside(line):
            number = line.get("in_action")
            if number is not None: number = through(number) if number <= last or number in numbers else None
            return cause(line.get("in_effect"), number)

        if "ended_at" not in facts:
            lines, seqs, begun, ended = {}, {}, {}, {}
            for name in (path + "-began", path + "-began2"):
                for text in open(name, "rb").read().split(b"\n"):
                    try: line = json.loads(text, parse_float=Number)
                    except ValueError: continue
                    if line.get("done") == line["end"]: seqs[line["done"]] = line["seq"]
                    if line.get("effect") == line["end"]: begun[line["effect"]] = (line, parse(text).get("input", absent))
                    if line.get("outcome") == line["end"]: ended[line["outcome"]] = line
                    if line.get("began") != line["end"]: continue
                    line["payload"] = parse(text).get("payload", absent)
                    lines[line["began"]] = line
            lines = sorted((seqs.get(began, math.inf), began, line) for began, line in lines.items())
            expected, seq = last + 1, last
            for number, began, line in lines:
                if number <= last: continue
                skipped, hole = line.get("skipped", 0), 0 if number == math.inf else number - 1
                if max(skipped, hole) >= expected:
                    expected = max(skipped, hole)
                    parent = line["from"] if skipped == expected else seq
                    seq, expected = seq + 1, expected + 1
                    log.append((seq, parent, "(not recorded)", absent, "dropped", "-"))
                    numbers.append(expected - 1)
                parent = line["parent"] if line.get("next") == expected else seq
                seq, expected = seq + 1, expected + 1
                status = "began" if number == math.inf else "dropped"
                log.append((seq, parent, line["type"], line["payload"], status, beside(line)))
                numbers.append(expected - 1)
            last_effect, last_outcome, open_effects = max(effects, default=0), max(outcomes, default=0), set(effects)
            for id, (line, value) in sorted(begun.items()):
                if id <= last_effect or line["seq"] < first: continue
                row = (id, through(line["seq"]), line["at"], line["kind"], line["name"], line["coder"])
                effects[id] = row + (value, beside(line), line.get("origin"))
                open_effects.add(id)
            open_effects -= set(row[1] for row in outcomes.values())
            for id, line in sorted(ended.items()):
                if id <= last_outcome or line["seq"] < first or line["effect_ended"] not in open_effects: continue
                open_effects.remove(line["effect_ended"])
                row = (id, line["effect_ended"], through(line["seq"]), line["at"], line.get("duration"))
                outcomes[id] = row + (line["status"], None, "codable", absent)
            for entry in log[len(rows):]: parents[entry[0]], patches[entry[0]] = entry[1], None

        def text(value): return "-" if value is None else escaped(value)

        for seq, parent, type, payload, status, begun_in in log:
            print("action", seq, parent, escaped(type), canonical(payload), status, begun_in)

        for id, seq, at, kind, name, coder, value, begun_in, origin in effects.values():
            print("effect", id, seq, at, kind, escaped(name), coder, canonical(value), begun_in, text(origin))

        for id, effect, seq, at, duration, status, type, coder, value in outcomes.values():
            duration = "-" if duration is None else duration
            print("outcome", id, effect, seq, at, duration, status, text(type), coder, canonical(value))

        snapshots = {}
        for seq, id, hash in db.execute("SELECT seq, chunk, hash FROM snapshot"):
            snapshots[seq] = chunk(id)
            assert digest(snapshots[seq]) == hash

        def state(n):
            steps = []
            while n not in snapshots:
                if patches[n] is not None: steps.append(patches[n])
                assert parents[n] < n
                n = parents[n]
                if n < first: return Number("gone")
            value = snapshots[n]
            for patch in reversed(steps): value = applied(value, patch)
            return value

        for n in range(first, first + len(log) + 1):
            print("state", n, canonical(state(n)))

        index = set()
        for n, patch in patches.items():
            for step in patch or []:
                for name in ("path", "from") if step["op"] == "move" else ("path",):
                    if step["op"] != "test": index.add((step[name].replace("\0", "~2"), n))
        named = db.execute("SELECT text, seq FROM change JOIN pointer ON id = pointer WHERE seq > ?", (first,))
        assert set(named) == index
        print("index", len(index))
        """#
}
