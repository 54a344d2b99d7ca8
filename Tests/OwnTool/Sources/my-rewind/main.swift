import Counter
import RewindCommands

let app = RegisteredApp(reducer: counterReducer, actions: [Increase.self, Decrease.self, Note.self])
await RewindCommand.run(app: app.exportingTests(reducer: "counterReducer"), adding: [SlicesCommand.self])
