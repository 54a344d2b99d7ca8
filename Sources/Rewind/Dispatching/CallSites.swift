/// Where threads dispatch from that have said so, until their next action takes that.
struct CallSites {
    private var callSites: [ThreadID: CallSite] = [:]

    /// Sets where a thread dispatches from; gives what it had said before.
    mutating func set(_ callSite: CallSite?, of thread: ThreadID) -> CallSite? {
        let outer = callSites[thread]
        callSites[thread] = callSite
        return outer
    }

    /// Where a thread's action comes from; nil when it has not said so.
    mutating func take(of thread: ThreadID) -> CallSite? {
        callSites.isEmpty ? nil : callSites.removeValue(forKey: thread)
    }
}
