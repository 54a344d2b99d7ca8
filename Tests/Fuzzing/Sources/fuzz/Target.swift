/// Code that reads untrusted bytes.
enum Target: String, CaseIterable {
    case json
    case patch
    case pointer
    case crashLog = "crash-log"
    case session
    case bridge
    case clients

    init?(option: String) {
        guard option.hasPrefix("--") else { return nil }
        self.init(rawValue: String(option.dropFirst(2)))
    }

    var option: String { "--\(rawValue)" }

    /// The function that libFuzzer calls with each input.
    var body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt {
        switch self {
        case .json: { run(JSONTarget.run, $0, $1) }
        case .patch: { run(PatchTarget.run, $0, $1) }
        case .pointer: { run(PointerTarget.run, $0, $1) }
        case .crashLog: { run(CrashLogTarget.run, $0, $1) }
        case .session: { run(SessionTarget.run, $0, $1) }
        case .bridge: { run(BridgeTarget.run, $0, $1) }
        case .clients: { run(ClientsTarget.run, $0, $1) }
        }
    }
}

private func run(_ target: ([UInt8]) -> Void, _ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}
