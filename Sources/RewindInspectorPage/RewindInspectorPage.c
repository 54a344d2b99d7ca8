#include "RewindInspectorPage.h"

static const unsigned char index_html[] = {
#embed "Page/index.html"
};

static const struct rewind_page_file files[] = {
    {"index.html", index_html, sizeof index_html},
};

int rewind_page_count(void) { return sizeof files / sizeof files[0]; }
struct rewind_page_file rewind_page_file(int index) { return files[index]; }
