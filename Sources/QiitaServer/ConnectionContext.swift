import Hummingbird

/// What a request carries through the server: Hummingbird's own part, and a way to close its connection.
struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Closes the connection that the request came on.
    let closeConnection: @Sendable () async throws -> Void

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        closeConnection = { [channel = source.channel] in try await channel.close() }
    }
}
