import Foundation
import PackagePlugin

/// Writes the files in a target's folder `Page` into a Swift source, which makes them part of the binary.
@main struct EmbedPage: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Page")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.contains(".") }
            .sorted()
        let output = context.pluginWorkDirectoryURL.appending(path: "PageFiles.swift")
        let script = """
            cd "$0" && exec > "$1" && shift
            echo '/// The texts of the files by name.'
            echo 'let pageFiles: [String: String] = ['
            for name; do printf '"%s": ###\"""\\n' "$name"; cat "$name"; printf '\\n\"""###,\\n'; done
            echo ']'
            """
        return [
            .buildCommand(
                displayName: "Embedding the inspector's page",
                executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", script, folder.path, output.path] + names,
                inputFiles: names.map { folder.appending(path: $0) },
                outputFiles: [output]
            )
        ]
    }
}
