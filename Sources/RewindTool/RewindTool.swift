import ArticleClient
import RewindCommands

/// The `rewind` tool with the article client registered.
@main
enum RewindTool {
    static func main() async {
        let app = RegisteredApp(reducer: linkedAppReducer, actions: ActionCatalog.types)
            .printing { Screen.render($0) }
            .drawing(Screen.html)
            .exportingTests(reducer: "linkedAppReducer")
        await RewindCommand.run(app: app, adding: [DemoCommand.self])
    }
}
