/// The questions by their names, which are those of the commands that print the answers.
package enum Questions {
    package static let all: [String: any Question.Type] = [
        "bisect": Bisect.self,
        "blame": Blame.self,
        "diff": Diff.self,
        "history": History.self,
        "log": Log.self,
        "search": Search.self,
        "show": Show.self,
        "show-action": ShowAction.self,
        "stats": Stats.self,
        "watch": Watch.self,
    ]
}
