#pragma once
#include <stddef.h>

/// A file of the inspector's page, as the compiler embedded it.
struct rewind_page_file {
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// How many files the page has.
int rewind_page_count(void);
/// One of them, counted from 0.
struct rewind_page_file rewind_page_file(int index);
