import Foundation

// The parts of MetricKit that the snippets use.
public final class MXCrashDiagnostic {}

public final class MXDiagnosticPayload {
    public let crashDiagnostics: [MXCrashDiagnostic]? = nil
    public func jsonRepresentation() -> Data { Data() }
}

public protocol MXMetricManagerSubscriber {
    func didReceive(_ payloads: [MXDiagnosticPayload])
}
