#if __has_include(<sys/inotify.h>)
#include <sys/inotify.h>
#include <unistd.h>
#elif __has_include(<sys/event.h>)
#include <sys/event.h>
#include <unistd.h>
#endif

/// Opens a descriptor that `poll` finds readable after an entry of a folder was added, removed or renamed; -1 where the
/// system has no such thing, or no more of them. The folder is open as `folder`, and at `path`. In C because the calls
/// of the systems differ, and Swift does not import kqueue's `EV_SET`.
static inline int rewind_open_folder_events(int folder, const char *path) {
#if __has_include(<sys/inotify.h>)
    int events = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (events < 0) return -1;
    int isWatched = inotify_add_watch(events, path, IN_ONLYDIR | IN_MOVED_TO | IN_DELETE | IN_MOVE_SELF) >= 0;
#elif __has_include(<sys/event.h>)
    int events = kqueue();
    if (events < 0) return -1;
    struct kevent change;
    EV_SET(&change, folder, EVFILT_VNODE, EV_ADD | EV_CLEAR, NOTE_WRITE | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE, 0, 0);
    int isWatched = kevent(events, &change, 1, 0, 0, 0) == 0;
#endif
#if __has_include(<sys/inotify.h>) || __has_include(<sys/event.h>)
    if (isWatched) return events;
    close(events);
#endif
    return -1;
}

/// Takes what has come through such a descriptor, so that `poll` waits for the next change.
static inline void rewind_take_folder_events(int events) {
#if __has_include(<sys/inotify.h>)
    char taken[4096];
    while (read(events, taken, sizeof taken) > 0) {}
#elif __has_include(<sys/event.h>)
    struct kevent taken;
    struct timespec now = {0, 0};
    kevent(events, 0, 0, &taken, 1, &now);
#endif
}
