/// Waits until something is so that nothing tells of.
///
/// - Throws: what `condition` throws, and `CancellationError` when the test's time is up.
func wait(isolation: isolated (any Actor)? = #isolation, until condition: () throws -> Bool) async throws {
    while try !condition() { try await Task.sleep(for: .milliseconds(2)) }
}
