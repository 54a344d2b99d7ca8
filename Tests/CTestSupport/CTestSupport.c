// For setenv, which is not part of the C standard.
#define _POSIX_C_SOURCE 200809L

#include "CTestSupport.h"
#include <stdlib.h>

// Swift Testing starts all tests at once, on as many threads as there are cores: a test that waits for a response would
// wait until thousands of others have ended. It reads this limit before the code of any test runs.
__attribute__((constructor)) static void bound_parallel_tests(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "6", 0);
}
