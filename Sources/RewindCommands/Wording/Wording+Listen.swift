#if os(macOS) || os(Linux)

import Foundation
import RewindListen
import RewindTimeline

extension Wording {
    /// Returns the message for an error of `rewind listen`.
    static func failure(of error: ListenError) -> CommandError {
        switch error {
        case .portTaken(let port):
            CommandError(message: "Port \(port) is in use.", hint: "Use another port, or 0 for a free one.")
        case .noAddress(let host, let reason):
            CommandError(
                message:
                    "This machine cannot listen on \(host): \(reason.prefix(1).lowercased() + reason.dropFirst()).",
                hint: "Use one of its addresses, or 0.0.0.0 for all."
            )
        }
    }

    /// Returns the settings of apps that connect to an address.
    static func settings(for address: LinkAddress) -> [String] {
        let isEverywhere = ["0.0.0.0", "::"].contains(address.host)
        let host = isEverywhere ? ProcessInfo.processInfo.hostName : address.host
        let link = LinkAddress(host: host, port: address.port, token: address.token)
        let server = "hostname: \"\(host)\", port: \(address.port)"
        return [
            "Swift app:      \(LinkAddress.variable)=\(link)",
            address.isLocal
                ? "Redux DevTools: \(server)"
                : "Redux DevTools: socketOptions: { \(server), query: { token: \"\(address.token)\" } }",
        ]
    }

    /// Returns the line about an event.
    static func text(for event: ListenEvent) -> String {
        switch event {
        case .recording(let app, let url): "\(app): recording into \(path(url))"
        case .continuing(let app, let url): "\(app): continues in \(path(url))"
        case .disconnected(let app, _): "\(app): disconnected"
        case .stalled(_, let error): "\(message(error)) Its actions are held."
        case .resumed(let url, isComplete: true): "\(path(url)) can be written again; nothing is missing."
        case .resumed(let url, isComplete: false): "\(path(url)) can be written again; actions are missing."
        case .failed(let app, let error): "\(app): not recorded. \(message(error))"
        case .appError(let app, let text): "\(app): the app reports an error: \(text.prefix(200))"
        case .unreadable(let app, _): "\(app): a message cannot be read, and is not recorded"
        case .refused(let reason): "A client was refused: \(reason)."
        }
    }

    private static func path(_ url: URL) -> String {
        let path = url.relativePath
        return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }

    private static func message(_ error: any Error) -> String {
        failure(for: error)?.message ?? "\(error)"
    }
}

#endif
