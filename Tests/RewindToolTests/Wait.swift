/// Polls until a condition holds.
///
/// - Throws: Any error of `condition`; `CancellationError` when the test's time limit is reached.
func wait(isolation: isolated (any Actor)? = #isolation, until condition: () throws -> Bool) async throws {
    while try !condition() { try await Task.sleep(for: .milliseconds(2)) }
}
