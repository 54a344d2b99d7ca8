#if os(macOS) || os(Linux)

extension ReceivedRequest: CustomStringConvertible {
    /// The method and the path with its query, such as `GET /api/v2/items?page=2`.
    package var description: String {
        "\(method) \(path)\(query.map { "?\($0)" } ?? "")"
    }
}

#endif
