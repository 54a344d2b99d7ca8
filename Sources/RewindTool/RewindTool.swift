import ArticleClient
import RewindCommands
import RewindReplay
import RewindStore
import RewindTravel

/// The `rewind` tool with the article client registered.
@main
enum RewindTool {
    /// The article client.
    @MainActor
    static var app: RegisteredApp {
        RegisteredApp(reducer: linkedAppReducer, actions: ActionCatalog.types)
            .printing { Screen.render($0) }
            .drawing(Screen.html)
            .exportingTests(reducer: "linkedAppReducer")
            .runningFlows(
                ReplayedClient.flows,
                options: ReplayedClient.options,
                in: { recorder, state in ReplayedClient(recorder, state) },
                dispatch: { client, action in client.app.store.dispatch(action) },
                travel: { client, seq in try client.travel.jump(to: seq) }
            )
    }

    @MainActor
    static func main() async {
        await RewindCommand.run(app: app, adding: [DemoCommand.self])
    }
}
