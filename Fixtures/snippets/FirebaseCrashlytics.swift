// The parts of Crashlytics that the snippets use.
public final class Crashlytics {
    public static func crashlytics() -> Crashlytics { Crashlytics() }
    public func log(_ message: String) {}
    public func setCustomValue(_ value: Any?, forKey key: String) {}
}
