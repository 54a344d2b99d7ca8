import RewindBridge
import RewindSession
import RewindTimeline
import RewindTree

extension InspectedSession {
    /// The maximum number of entries in a range of the list.
    static let mostRows = 500
    /// The maximum text length of a row, in bytes.
    private static let mostText = 1 << 20

    private static func gap(_ row: ActionRow) throws -> RowAnswer.Gap {
        guard try row.type == ActionRecord.notRecordedType,
            case .integer(let count)? = try row.payload?[Pointer(["actions"])]
        else {
            return .init(actions: nil)
        }
        return .init(actions: count)
    }

    func answer() throws -> SessionAnswer {
        let timeline = try timeline()
        let session = timeline.session
        let facts = try session.facts()
        let columns = self.columns
        let runs =
            columns?.runs ?? [
                ActionRun(first: timeline.first + 1, last: timeline.last, parent: timeline.first, depth: 1)
            ]
        return SessionAnswer(
            id: id,
            file: file,
            generation: generation,
            app: facts["app"],
            appVersion: facts["app_version"],
            device: facts["device"],
            os: facts["os"],
            startedAt: facts["started_at"],
            first: timeline.first,
            last: timeline.last,
            cursor: try timeline.cursor(),
            recording: try session.recording,
            slices: try slices(),
            runs: runs.prefix(SessionAnswer.mostRuns)
                .map { .init(from: $0.first, to: $0.last, parent: $0.parent, depth: $0.depth) },
            bookmarks: try session.bookmarks().map { .init(name: $0.name, seq: $0.seq, note: $0.note) },
            screen: try screenKind(),
            indexed: columns?.lastSeq ?? timeline.first,
            effects: try session.lastEffect(),
            causes: try session.hasCauses(),
            states: try session.isLive || session.hasEffects(),
            exports: ["state", "part", "html", "story"] + (app.tests == nil ? [] : ["test"]),
            reruns: app.whatIf != nil
        )
    }

    /// Returns a range of the list, starting at an index or around an action.
    func rows(_ filter: ListFilter, from: Int?, around seq: Int?, count: Int) throws -> RowsAnswer {
        let count = max(0, min(count, Self.mostRows))
        let timeline = try timeline()
        // While the columns are being read, the list contains all actions.
        let list = try entries(filter)
        let first = timeline.first + 1
        let total = list?.entries.count ?? timeline.last - timeline.first
        let index = seq.map { seq in
            columns.flatMap { list?.index(of: seq, in: $0) } ?? seq - first
        }
        let start = max(0, min(from ?? max(0, (index ?? 0) - count / 2), total))
        let indices = start..<min(total, start + count)
        return RowsAnswer(
            total: total,
            actions: list?.actions ?? total,
            folded: list?.folded ?? 0,
            last: timeline.last,
            from: start,
            index: index,
            rows: try list.map { list in try list.entries[indices].map { try entry($0, of: list) } }
                ?? indices.map { .row(try row(first + $0)) }
        )
    }

    /// Returns an entry of the list.
    func entry(_ entry: ListEntries.Entry, of list: ListEntries) throws -> RowsAnswer.Entry {
        let first = Int(entry.first)
        switch entry.kind {
        case .action: return .row(try row(first))
        case .branch:
            return .branch(from: first, parent: try timeline().parent(of: first), after: columns?.pause(before: first))
        case .fold: return .fold(try fold(entry))
        case .group: return .group(try group(entry, of: list))
        }
    }

    /// Returns the summary of a group: its root, its first actions, and a few of their types.
    private func group(_ entry: ListEntries.Entry, of list: ListEntries) throws -> RowsAnswer.Group {
        let (mostMembers, mostTypes) = (200, 4)
        guard let columns, let effects else { throw InspectorError.noSuchAction(Int(entry.first)) }
        let members = list.members(of: entry, in: columns, limit: mostMembers)
        let isAction = entry.root < 0
        let caused = isAction ? members.dropFirst() : members[...]
        var types: [String] = []
        for seq in caused where types.count < mostTypes {
            let type = columns.types[Int(columns.typeNumbers[columns.index(of: seq)])]
            if !types.contains(type) { types.append(type) }
        }
        return RowsAnswer.Group(
            row: isAction ? try row(Int(entry.first)) : nil,
            effect: isAction ? nil : EffectLine(effects, at: Int(entry.root)),
            to: Int(entry.last),
            count: Int(entry.count) - (isAction ? 1 : 0),
            seqs: Array(caused),
            levels: caused.map { Int(effects.depths[columns.index(of: $0)]) },
            types: types
        )
    }

    /// Returns the summary of a fold: a few types, with some of the values that they wrote.
    private func fold(_ entry: ListEntries.Entry) throws -> RowsAnswer.Fold {
        let (mostTypes, mostValues, mostSlices) = (4, 3, 8)
        var types: [RowsAnswer.Fold.TypeValues] = []
        var slices: [Int] = []
        var seq = Int(entry.first)
        let columns = columns
        // Excluded actions in the range are minor, too; otherwise they would have ended the fold.
        while seq <= Int(entry.last), slices.count < mostSlices {
            let row = try row(seq)
            seq += 1
            if let columns,
                !app.presentation.isNoise(columns.types[Int(columns.typeNumbers[columns.index(of: row.seq)])])
            {
                continue
            }
            slices.append(row.slices.first ?? -2)
            if let index = types.firstIndex(where: { $0.type == row.type }) {
                if types[index].values.count < mostValues, let value = row.touched?.value {
                    types[index].values.append(value)
                }
            } else if types.count < mostTypes {
                types.append(.init(type: row.type, values: row.touched?.value.map { [$0] } ?? []))
            }
        }
        return .init(from: Int(entry.first), to: Int(entry.last), count: Int(entry.count), types: types, slices: slices)
    }

    /// Returns a range of actions.
    func actions(from seq: Int, count: Int) throws -> ActionsAnswer {
        let timeline = try timeline()
        let start = max(timeline.first + 1, seq)
        let end = min(timeline.last, start + max(0, min(count, Self.mostRows)) - 1)
        return ActionsAnswer(rows: start <= end ? try (start...end).map { try row($0) } : [])
    }

    /// Returns some actions.
    func actions(_ seqs: [Int]) throws -> ActionsAnswer {
        let timeline = try timeline()
        let known = seqs.prefix(Self.mostRows).filter { $0 > timeline.first && $0 <= timeline.last }
        return ActionsAnswer(rows: try known.map { try row($0) })
    }

    func row(_ seq: Int) throws -> RowAnswer {
        let session = try timeline().session
        let needed: ActionRow.Columns = [.parent, .at, .type, .duration, .status, .patch, .payload, .error]
        let row = try session.row(seq, needed) { row in
            let operations = try row.storedPatch
            var slices: [Int] = []
            var isError = false
            for operation in operations ?? [] {
                let number = SliceNumber.of(operation.path, in: try self.slices())
                if !slices.contains(number) { slices.append(number) }
                let isValue = operation.value.map { $0 != .null } ?? false
                if isValue, app.presentation.errorNames.contains(operation.path.tokens.last ?? "") { isError = true }
            }
            let status = try row.status
            let isSkipped = try status == .failed && row.error == SessionImport.skippedError
            let before = seq > (try timeline().first) + 1 ? try session.row(seq - 1, .at) { try $0.at } : nil
            return RowAnswer(
                seq: seq,
                parent: try row.parent,
                at: try row.at,
                type: try row.type,
                status: status.rawValue,
                duration: try row.duration,
                after: try before.map { try row.at.subtractingClamped($0) },
                trouble: status == .began
                    ? "crash"
                    : isSkipped
                        ? "skipped"
                        : status == .failed ? "failed" : operations == nil ? "unknown" : isError ? "error" : nil,
                slices: slices.contains(-1) ? [-1] : slices,
                touched: try touched(operations ?? [], after: row.parent),
                payload: operations == nil ? RowAnswer.Touched(payload: try row.payload) : nil,
                recovered: recovered.contains(seq) ? true : nil,
                gap: ActionRecord.isGap(type: try row.type) ? try Self.gap(row) : nil
            )
        }
        guard let row else { throw session.damaged(.actionMissing(seq: seq)) }
        return row
    }

    /// Returns the first changes of an action; nil if it changed nothing.
    private func touched(_ operations: [Patch.Operation], after parent: Int) throws -> RowAnswer.Touched? {
        let timeline = try timeline()
        return try RowAnswer.Touched(operations) { operation in
            guard case .remove(let pointer) = operation else { return try timeline.session.outline(operation) }
            return try timeline.value(at: parent, pointer)
        }
    }

    func action(_ seq: Int) throws -> ActionAnswer {
        let session = try timeline().session
        guard let record = try session.action(seq) else { throw InspectorError.noSuchAction(seq) }
        return ActionAnswer(record, try row(seq), columns.map { DurationsAnswer(of: seq, in: $0) })
    }

    /// Returns an action's row as JSON.
    func raw(_ seq: Int) throws -> TextAnswer {
        guard let record = try timeline().session.action(seq) else { throw InspectorError.noSuchAction(seq) }
        var encoder = TreeEncoder()
        return TextAnswer(try encoder.encode(RecordedAction(record)).prettyText, limit: Self.mostText)
    }
}
