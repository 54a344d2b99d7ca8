import RewindTimeline

/// Hints after errors of questions about a session.
extension Wording {
    static func hint(for error: TimelineError) -> CommandError.Hint {
        switch error {
        case .malformedReference(let text):
            if text.contains(#/.[~+][0-9.]+[a-zA-Z]+$/#) {
                "Units are ms, s, min, h and d: end~10s is ten seconds before the end."
            } else if text.contains(#/^[A-Za-z_][\w\/]*$/#) {
                "A POINTER starts with \"/\", a bookmark with \":\", and a type with \"@\"."
            } else {
                """
                Use a number, -1, start, end, cursor, end~3, end~10s, :bookmark, @Type, effect:12 or a \
                time such as 03:59:06.
                """
            }
        case .referenceOutOfRange: .listActions
        case .noStates: .command("List the actions", "rewind log FILE")
        case .pruned: .command("Show the first remaining state", "rewind show FILE start")
        case .noSuchBookmark: .command("List the bookmarks", "rewind bookmark FILE")
        case .noActionOfType(let glob):
            .command("List similar ones", "rewind log FILE --type \(ShellWord.text("*\(glob)*"))")
        case .noSuchEffect: .command("List the effects", "rewind effects FILE")
        case .notRecordedThen, .neverOnTheClock: .command("List the actions and their times", "rewind log FILE")
        case .noActions: .command("Show its state", "rewind show FILE start")
        case .emptyRange(let from, let to): "Put the earlier one first: \(to)..\(from)"
        case .nothingToUndo: .redo
        case .nothingToRedo: .undo
        case .notABranch(let seq, _): .command("Go there from anywhere", "rewind goto FILE \(seq)")
        case .malformedExpression(let problem): hint(for: problem, in: .expression)
        case .malformedPattern: "Escape special characters with a backslash, such as \\. for a dot."
        case .nothingMatches: "To search for plain text, omit --regex."
        case .notAnAncestor: .command("Show the branches", "rewind log FILE --graph")
        case .noActionLed(let seq): .command("Print the state", "rewind show FILE \(seq)")
        case .goodIsBad: "Name a good state with --good, or invert the test."
        case .badIsGood: "Name another state with --bad, or invert the test."
        case .endIsUntestable: "Name states with --good and --bad that the command can test."
        case .tooManyToAlign(let seq, let most):
            .command("Cut a part to compare", "rewind cut FILE \(seq)..\(seq + most - 1) --output part.rewind")
        }
    }

    /// True if the question is right, but has no answer.
    static func isNoAnswer(_ error: TimelineError) -> Bool {
        switch error {
        case .noActionOfType, .noSuchEffect, .nothingToUndo, .nothingToRedo, .nothingMatches, .noActionLed, .goodIsBad,
            .badIsGood:
            true
        default: false
        }
    }

    static func hint(for problem: QueryError, in text: QueryError.Subject) -> CommandError.Hint {
        switch (problem, text) {
        case (.malformedPointer(let pointer), _) where !pointer.isEmpty && !pointer.hasPrefix("/"):
            "A pointer starts with \"/\": '/\(pointer)'"
        case (.malformedPointer, _): singleQuotes(in: text)
        case (.failed(let message), _) where message.contains(#/^no such column: "?\//#): singleQuotes(in: text)
        case (.tookTooLong, .expression), (.tooLarge, .expression):
            "Read smaller values: at('/home/pageNumber') rather than at('/home')"
        case (.tookTooLong, .query): "Narrow the query, or raise --timeout."
        case (.tooLarge, .query): "Narrow the query, or select fewer columns."
        case (.tooLong, _): "Look for a part of a long text, with instr or LIKE."
        case (_, .expression): .command("See what EXPR may contain", "rewind help")
        case (_, .query): .command("List the tables and columns", "rewind sql FILE .schema")
        }
    }

    private static func singleQuotes(in text: QueryError.Subject) -> CommandError.Hint {
        text == .query
            ? "Use single quotes: state(12, '/home/articleList/0/title')"
            : "Use single quotes: at('/home/articleList/0/title')"
    }
}
