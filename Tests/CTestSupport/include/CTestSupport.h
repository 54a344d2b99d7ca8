// Most of the library does what it is for when it is loaded.

#ifdef __linux__
#include <stddef.h>

/// Returns the length of the stack that `body` uses on a thread of its own, in bytes; 0 if there is no such thread.
size_t used_stack(void *(*body)(void *), void *context);

/// Makes each `flock` of the current thread fail, as on a file system without locks.
void set_has_no_locks(int is_so);
#endif

/// An enum whose cases have no names at run time.
enum __attribute__((enum_extensibility(open))) CColor : long { CColorRed, CColorGreen = 5 };
typedef enum CColor CColor;

/// A struct with fields that Swift cannot find.
struct CBits { int number; unsigned low : 3; unsigned high : 5; };
