import RewindAnswers
import RewindTimeline
import RewindTree

/// The API requests for one session.
struct SessionRoutes: Sendable {
    /// The path before the name of a question.
    private static let answers = "answers/"

    let watch: SessionWatch

    /// Answers a request of the page.
    ///
    /// - Throws: `InspectorError`, `SessionError`, `CancellationError` if a newer request replaced this one.
    func answer(_ question: String, _ parameters: RequestParameters) async throws -> any Encodable {
        let session = watch.session
        switch question {
        case "": return try await watch.answer()
        case "rows":
            return try await session.rows(
                parameters.filter(),
                from: parameters.number("from"),
                around: parameters.number("around"),
                count: parameters.number("count") ?? 100
            )
        case "actions" where parameters.text("seq") != nil: return try await session.actions(parameters.numbers("seq"))
        case "actions":
            return try await session.actions(
                from: parameters.requiredNumber("from"),
                count: parameters.number("count") ?? 100
            )
        case "action": return try await session.action(parameters.requiredNumber("seq"))
        case "effect": return try await session.effect(parameters.requiredNumber("id"))
        case "screenshot": return try await session.screenshot(parameters.requiredNumber("id"))
        case "raw": return try await session.raw(parameters.requiredNumber("seq"))
        case "diff":
            return try await session.diff(
                from: parameters.number("from"),
                to: parameters.requiredNumber("to"),
                whole: Set(parameters.texts("all").map(RequestParameters.pointer))
            )
        case "state":
            return try await session.state(
                at: parameters.requiredNumber("at"),
                parameters.pointer(),
                against: parameters.number("against"),
                from: parameters.number("from") ?? 0,
                count: parameters.number("count") ?? 100
            )
        case "value":
            return try await session.json(at: parameters.requiredNumber("at"), parameters.pointer())
        case "screen": return try await session.screen(at: parameters.requiredNumber("at"))
        case let name where name.hasPrefix("whatif"): return try await whatIf(name, parameters)
        case "timeline", "place", "spans": return try await time(question, parameters)
        default: return try await find(question, parameters)
        }
    }

    /// Answers requests about time. The answer is null while the session is being indexed.
    private func time(_ question: String, _ parameters: RequestParameters) async throws -> any Encodable {
        guard let kind = TimeAxis.Kind(rawValue: parameters.text("axis") ?? "actions") else {
            throw InspectorError.badParameter("axis")
        }
        if question == "place" {
            return try await watch.session.place(kind, of: parameters.requiredNumber("seq"))
        }
        if question == "spans" {
            return try await watch.session.spans(
                kind,
                from: parameters.real("from"),
                to: parameters.real("to"),
                columnCount: parameters.number("columns") ?? 800
            )
        }
        return try await watch.session.timeline(
            kind,
            from: parameters.real("from"),
            to: parameters.real("to"),
            columnCount: parameters.number("columns") ?? 800,
            filter: parameters.filter()
        )
    }

    /// Answers a question, with values abbreviated to a line unless the parameter `values` is `whole`.
    private func answer<Asked: Question>(_: Asked.Type, _ parameters: RequestParameters) async throws -> Tree? {
        let question = try parameters.question(Asked.self)
        // A person types what these search for.
        let isTyped = Asked.parameters.contains { $0.isRequired && ($0.kind == .text || $0.kind == .expression) }
        let shouldContinue: @Sendable () -> Bool =
            if isTyped { watch.requests.begin(Asked.name) } else { { true } }
        let answer = try await watch.finder.answer(question, shouldContinue: shouldContinue)
        var encoder = parameters.text("values") == "whole" ? TreeEncoder() : .abbreviating
        return try encoder.encodeAlone(answer)
    }

    /// Answers requests that may have to read the whole session.
    private func find(_ question: String, _ parameters: RequestParameters) async throws -> any Encodable {
        let finder = watch.finder
        switch question {
        case let name where name.hasPrefix(Self.answers):
            // The header of an action asks for its causes, whatever the tool's commands are.
            let questions = watch.session.app.questions + [Why.self]
            let asked = questions.first { $0.name == name.dropFirst(Self.answers.count) }
            guard let asked else { throw InspectorError.noSuchRequest }
            return try await answer(asked, parameters)
        case "series":
            let (tip, points) = (try parameters.requiredNumber("tip"), try parameters.number("points") ?? 400)
            let (from, to) = (try parameters.number("from"), try parameters.number("to"))
            if let expression = parameters.text("expr") {
                // A lane and its preview ask for single values while its series is read.
                let shouldContinue: @Sendable () -> Bool =
                    if points > 2 { watch.requests.begin("series \(expression)") } else { { true } }
                return try await finder.series(
                    of: expression,
                    tip: tip,
                    from: from,
                    to: to,
                    points: points,
                    shouldContinue: shouldContinue
                )
            }
            return try await finder.series(parameters.pointer(), tip: tip, from: from, to: to, points: points)
        default: throw InspectorError.noSuchRequest
        }
    }
}
