/// Returns a pointer that another thread may store, with everything that it wrote before. In C because Swift's atomics need
/// later systems.
static inline void *_Nonnull rewind_load_pointer(void *_Nullable *_Nonnull place) {
    return __atomic_load_n(place, __ATOMIC_ACQUIRE);
}

/// Stores a pointer for other threads.
static inline void rewind_store_pointer(void *_Nullable *_Nonnull place, void *_Nonnull pointer) {
    __atomic_store_n(place, pointer, __ATOMIC_RELEASE);
}
