#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// Returns the result of `body`, and releases the objects that Objective-C code autoreleased in it.
///
/// Otherwise a thread empties its pool only when it ends, and a recorder thread lives as long as the recording.
package func withAutoreleasePool<Result>(_ body: () -> Result) -> Result {
    #if canImport(ObjectiveC)
    autoreleasepool(invoking: body)
    #else
    body()
    #endif
}
