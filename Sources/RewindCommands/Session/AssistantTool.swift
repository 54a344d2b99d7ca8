import ArgumentParser
import RewindAnswers

/// A command that answers questions of `RewindAnswers`: in the shell, and for an assistant. The page may ask them, too.
protocol AnsweringCommand: ParsableCommand {
    static var tool: AssistantTool { get }
}

/// The commands of the running tool that answer questions.
enum AnsweringCommands {
    @TaskLocal static var all: [any AnsweringCommand.Type] = []
}

/// What an assistant may ask with a command: the parameters of its questions, as arguments of the command line.
struct AssistantTool {
    struct Parameter: Sendable {
        enum Kind {
            /// An argument without a name.
            case word
            /// The start or the end of a range, which is an argument without a name.
            case rangeStart, rangeEnd
            /// The name of a session.
            case session
            case option
            case list
            case count
            case flag
        }

        let name: String
        let kind: Kind
        let description: String
        var isRequired = false
    }

    let questions: [any Question.Type]
    let description: String
    let parameters: [Parameter]

    /// Creates a tool.
    ///
    /// - Parameters:
    ///   - omitted: The names of parameters that the command line does not have.
    ///   - added: Parameters that only concern the text of the answer.
    init(
        _ questions: any Question.Type...,
        description: String,
        omitting omitted: Set<String> = [],
        adding added: [Parameter] = []
    ) {
        self.questions = questions
        self.description = description
        var names = omitted
        parameters =
            questions.flatMap { $0.parameters }.filter { names.insert($0.name).inserted }.map { Parameter($0) } + added
    }
}

extension AssistantTool.Parameter {
    fileprivate init(_ parameter: QuestionParameter) {
        kind =
            switch (parameter.kind, parameter.name) {
            case (.pointer, _), (.text, _), (.reference, "at"): .word
            case (.reference, "from"): .rangeStart
            case (.reference, "through"), (.reference, "to"): .rangeEnd
            case (.reference, _), (.expression, _), (.word, _), (.duration, _): .option
            case (.list, _): .list
            case (.count, _): .count
            case (.flag, _): .flag
            }
        name = parameter.name
        isRequired = parameter.isRequired
        description =
            if case .word(let words) = parameter.kind {
                "\(parameter.description): \(words.joined(separator: ", "))"
            } else {
                parameter.description
            }
    }
}
