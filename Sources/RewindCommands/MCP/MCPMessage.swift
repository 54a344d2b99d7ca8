import RewindTree

/// A message of a client: JSON-RPC 2.0 (<https://www.jsonrpc.org/specification>), whose ids MCP limits to strings and
/// integers.
enum MCPMessage: Sendable {
    case request(MCPRequest)
    case notification(method: String, params: Tree)
    /// Not a request; the id is null if it cannot be read.
    case invalid(id: Tree, MCPError)

    /// Reads a message; nil if it is a response, as this server sends no requests.
    init?(_ message: Tree) {
        var id = message.child("id")
        switch id {
        case .string, .integer, nil: break
        default: id = .null
        }
        guard case .string("2.0") = message.child("jsonrpc"), let method = message.child("method")?.string, id != .null
        else {
            if message.child("method") == nil, message.child("result") != nil || message.child("error") != nil {
                return nil
            }
            self = .invalid(id: id ?? .null, .invalidRequest("This is not a JSON-RPC 2.0 request."))
            return
        }
        let params = message.child("params") ?? Tree(members: [])
        guard let id else {
            self = .notification(method: method, params: params)
            return
        }
        guard case .object = params else {
            self = .invalid(id: id, .invalidParams("The params of a request must be an object."))
            return
        }
        self = .request(MCPRequest(id: id, method: method, params: params))
    }
}

/// A request of a client.
struct MCPRequest: Sendable {
    let id: Tree
    let method: String
    let params: Tree
}

/// An error of JSON-RPC or MCP.
struct MCPError: Error, Hashable {
    let code: Int64
    let message: String
    var data: Tree?

    static func parse(_ message: String) -> MCPError { MCPError(code: -32_700, message: message) }
    static func invalidRequest(_ message: String) -> MCPError { MCPError(code: -32_600, message: message) }
    static func unknownMethod(_ name: String) -> MCPError {
        MCPError(code: -32_601, message: "There is no method \"\(name)\".")
    }
    static func invalidParams(_ message: String) -> MCPError { MCPError(code: -32_602, message: message) }
    static func failed(_ message: String) -> MCPError { MCPError(code: -32_603, message: message) }

    /// Returns the response to the request with an id.
    func response(to id: Tree) -> Tree {
        var error: [(String, Tree)] = [("code", .integer(code)), ("message", .string(message))]
        if let data { error.append(("data", data)) }
        return ["jsonrpc": "2.0", "id": id, "error": Tree(members: error)]
    }
}
