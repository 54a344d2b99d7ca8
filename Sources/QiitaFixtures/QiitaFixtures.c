#include "QiitaFixtures.h"

static const unsigned char items[] = {
#embed "../../Fixtures/qiita/items.json"
};

const unsigned char *qiita_items(void) { return items; }
size_t qiita_items_count(void) { return sizeof items; }
