// For setenv and syscall, which are not part of the C standard.
#define _DEFAULT_SOURCE

#include "CTestSupport.h"
#include <stdlib.h>

#ifdef __linux__
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local int has_no_locks = 0;

void set_has_no_locks(int is_so) { has_no_locks = is_so; }

// The program's own function comes before that of the C library.
int flock(int descriptor, int operation) {
    if (!has_no_locks) return (int)syscall(SYS_flock, descriptor, operation);
    errno = ENOTSUP;
    return -1;
}

size_t used_stack(void *(*body)(void *), void *context) {
    size_t size = 64 << 20, used = 0;
    // Its bytes are zero.
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 0;
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    if (!pthread_attr_setstack(&attributes, memory, size) && !pthread_create(&thread, &attributes, body, context)) {
        pthread_join(thread, NULL);
        for (used = size; used > 0 && memory[size - used] == 0; used--) {}
    }
    pthread_attr_destroy(&attributes);
    munmap(memory, size);
    return used;
}
#endif

// Swift Testing starts all tests at once, on as many threads as there are cores: a test that waits for a response would
// wait until thousands of others have ended. It reads this limit before the code of any test runs.
__attribute__((constructor)) static void bound_parallel_tests(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "6", 0);
}
