// For setenv, which is none of the C language.
#define _POSIX_C_SOURCE 200809L

#include "CTestSupport.h"
#include <stdlib.h>

// Swift Testing begins all tests at once, on as many threads as there are cores: whoever waits for an answer would wait
// until thousands have ended. It reads how many may run at the same time before any code of a test runs.
__attribute__((constructor)) static void bound_parallel_tests(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "6", 0);
}
