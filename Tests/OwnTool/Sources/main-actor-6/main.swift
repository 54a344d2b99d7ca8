import Foundation
import RewindCommands
import Rewind
import RewindStore

// `record FILE DURABILITY WAY` records the app; `open FILE` records it until the end of its standard input and accepts
// steering; all other arguments run the app's tool.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "record", arguments.count == 4, let durability = Durability(rawValue: arguments[2]),
    let way = Recording.Way(rawValue: arguments[3])
{
    try Recording.make(at: URL(fileURLWithPath: arguments[1]), durability: durability, way: way)
} else if arguments.first == "open", arguments.count == 2 {
    try Recording.open(at: URL(fileURLWithPath: arguments[1]))
} else {
    let app = RegisteredApp(
        reducer: reduce,
        actions: [Load.self, Tag.self, Navigation.self, Fail.self, ReSwiftInit.self]
    )
    await RewindCommand.run(app: app.exportingTests(reducer: "reduce"))
}
