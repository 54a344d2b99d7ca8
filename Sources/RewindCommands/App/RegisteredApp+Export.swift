extension RegisteredApp {
    /// The same app for a tool that exports tests, whose source has this name or expression for the app's reducer.
    public func exportingTests(reducer name: String) -> RegisteredApp {
        var app = self
        app.reducerName = name
        return app
    }
}
