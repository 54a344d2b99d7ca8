#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// Returns the result of `body`, and releases the objects that Objective-C code autoreleased in it.
///
/// A thread has one pool for its whole life otherwise, and a thread of ours lives as long as the recording.
package func withAutoreleasePool<Result>(_ body: () -> Result) -> Result {
    #if canImport(ObjectiveC)
    autoreleasepool(invoking: body)
    #else
    body()
    #endif
}
