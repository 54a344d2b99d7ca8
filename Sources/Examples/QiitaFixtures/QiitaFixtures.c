#include "QiitaFixtures.h"

static const unsigned char items[] = {
#embed "JSON/items.json"
};

static const unsigned char users[] = {
#embed "JSON/users.json"
};

static const unsigned char english[] = {
#embed "JSON/english.json"
};

static const unsigned char stockers[] = {
#embed "JSON/stockers.json"
};

const unsigned char *qiita_items(void) { return items; }
size_t qiita_items_count(void) { return sizeof items; }

const unsigned char *qiita_users(void) { return users; }
size_t qiita_users_count(void) { return sizeof users; }

const unsigned char *qiita_english(void) { return english; }
size_t qiita_english_count(void) { return sizeof english; }

const unsigned char *qiita_stockers(void) { return stockers; }
size_t qiita_stockers_count(void) { return sizeof stockers; }
