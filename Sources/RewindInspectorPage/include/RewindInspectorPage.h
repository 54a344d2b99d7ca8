#pragma once

/// The names of the page's files, separated by spaces.
const char *_Nonnull rewind_page_names(void);
/// The files in the order of their names, each with a zero byte at its end.
const char *_Nonnull rewind_page_files(void);
