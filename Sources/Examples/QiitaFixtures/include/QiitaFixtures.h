#pragma once
#include <stddef.h>

/// The content of `JSON/items.json`: the articles.
const unsigned char *qiita_items(void);
/// The length of `qiita_items` in bytes.
size_t qiita_items_count(void);

/// The content of `JSON/users.json`: all authors and stockers.
const unsigned char *qiita_users(void);
/// The length of `qiita_users` in bytes.
size_t qiita_users_count(void);

/// The content of `JSON/english.json`: the English titles and bodies by article id, and the English for other texts.
const unsigned char *qiita_english(void);
/// The length of `qiita_english` in bytes.
size_t qiita_english_count(void);

/// The content of `JSON/stockers.json`: by article id, the ids of the users who stocked it, latest first.
const unsigned char *qiita_stockers(void);
/// The length of `qiita_stockers` in bytes.
size_t qiita_stockers_count(void);
