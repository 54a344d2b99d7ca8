#pragma once
#include <stddef.h>

/// The articles of `Fixtures/qiita/items.json`, as the compiler embedded them.
const unsigned char *qiita_items(void);
/// How many bytes `qiita_items` points to.
size_t qiita_items_count(void);
