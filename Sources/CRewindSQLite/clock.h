#include <stdint.h>
#include <time.h>

/// Returns the nanoseconds since a fixed time, without those in which the device slept. In C because which module
/// declares `timespec` depends on the modules that a Swift file happens to see.
static inline uint64_t rewind_uptime(void) {
#ifdef __APPLE__
    // CLOCK_MONOTONIC includes sleep there, and its resolution is a microsecond.
    return clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
#else
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
#endif
}

/// Returns the microseconds since a fixed time, with those in which the device slept. No one can set this clock.
static inline int64_t rewind_time_since_boot(void) {
    struct timespec time;
#ifdef __APPLE__
    clock_gettime(CLOCK_MONOTONIC, &time);
#else
    clock_gettime(CLOCK_BOOTTIME, &time);
#endif
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/// Returns the time of day in microseconds since 1970.
static inline int64_t rewind_time_of_day(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}
