#include <stddef.h>
#include <stdint.h>

// Declared by libFuzzer's FuzzerInterface.h, which toolchains do not install.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
