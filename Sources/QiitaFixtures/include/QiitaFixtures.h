#pragma once
#include <stddef.h>

/// The articles of `Fixtures/qiita/items.json`, as the compiler embedded them.
const unsigned char *qiita_items(void);
/// How many bytes `qiita_items` points to.
size_t qiita_items_count(void);

/// The users of `Fixtures/qiita/users.json`: every author, and every reader who stocked something.
const unsigned char *qiita_users(void);
/// How many bytes `qiita_users` points to.
size_t qiita_users_count(void);

/// `Fixtures/qiita/stockers.json`: for each article's id, the ids of the users who stocked it, the latest first.
const unsigned char *qiita_stockers(void);
/// How many bytes `qiita_stockers` points to.
size_t qiita_stockers_count(void);
