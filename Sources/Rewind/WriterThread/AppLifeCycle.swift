import Foundation

/// Observes the notifications with which UIKit says that the app, or the host of an extension, enters the background and
/// the foreground. They are observed by name, so that nothing is linked; other systems do not send them.
///
/// Safe to share because it is not changed after its creation, and a notification center can be used from any thread.
final class AppLifeCycle: @unchecked Sendable {
    /// The time for which the app waits for the recorder when it enters the background. The system ends an app that takes
    /// more than about five seconds.
    static var longestFlushInBackground: Duration { .seconds(2) }
    /// The time for which it waits when it enters the foreground.
    static var longestFlushInForeground: Duration { .milliseconds(100) }

    private let tokens: [any NSObjectProtocol]

    init(onBackground: @escaping @Sendable () -> Void, onForeground: @escaping @Sendable () -> Void) {
        let handlers = [
            "UIApplicationDidEnterBackgroundNotification": onBackground,
            "UIApplicationWillEnterForegroundNotification": onForeground,
            "NSExtensionHostDidEnterBackgroundNotification": onBackground,
            "NSExtensionHostWillEnterForegroundNotification": onForeground,
        ]
        tokens = handlers.map { name, handler in
            NotificationCenter.default.addObserver(forName: Notification.Name(name), object: nil, queue: nil) { _ in
                handler()
            }
        }
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
