import TestSupport

extension InspectingTool {
    /// Runs `rewind` as `run(_:_:in:_:)` does.
    @discardableResult
    static func run(
        _ arguments: String...,
        in folder: TemporaryFolder,
        _ body: (String) async throws -> Void
    ) async throws -> Int32 {
        try await run(Tool.url, arguments, in: folder.url, body)
    }
}
