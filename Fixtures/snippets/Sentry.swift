// The parts of Sentry's library for Apple systems, 8.x, that the snippets use.
public final class Breadcrumb {
    public var category = ""
    public var message: String?

    public init() {}
}

public final class Scope {
    public func setTag(value: String, key: String) {}
}

public final class SentrySDK {
    public static func addBreadcrumb(_ crumb: Breadcrumb) {}
    public static func configureScope(_ callback: @escaping (Scope) -> Void) {}
}
