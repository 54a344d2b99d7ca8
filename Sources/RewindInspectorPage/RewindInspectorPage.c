// Written by PageFilesTests.
#include "RewindInspectorPage.h"

static const char names[] =
    "connection/key.js connection/stream.js core/api.js core/changes.js core/controls.js "
    "core/filter-range.js core/markup.js core/paths.js core/pointer.js core/request-queue.js core/rows.js "
    "core/session.js core/store.js core/view.js dialogs/action-fields.js dialogs/dialog.js "
    "dialogs/dialogs.css dialogs/menu.js dialogs/toast.js effects/chain.js effects/effect-pane.js "
    "effects/effects.css effects/payload.js effects/screenshot.js fleet.html fleet/fleet-chart.js "
    "fleet/fleet-data.js fleet/fleet-main.js fleet/fleet.css frame.html index.html list/actions-list.js "
    "list/filter-words.js list/filter.js list/list-data.js list/list-row.js list/list.css "
    "list/virtual-scroll.js main.js offline/offline.css offline/recorded-api.js "
    "offline/recorded-effects.js offline/recorded-list.js offline/recorded-search.js "
    "offline/recorded-states.js offline/recorded-values.js offline/recorded-writes.js "
    "offline/recording.js offline/story.css panes/action-header.js panes/action-tabs.js panes/command.js "
    "panes/diff.css panes/diff.js panes/history.js panes/main-pane.css panes/main-pane.js "
    "panes/state-tree.js panes/value-timeline.js panes/views.js panes/word-diff.js parts/behind.js "
    "parts/chart.js parts/commands.js parts/effects.js parts/format.js parts/icons.js parts/json-text.js "
    "parts/notes.js parts/splitters.js parts/themes.js parts/values.js screen/dispatch.js "
    "screen/follow.js screen/morph.js screen/phone.js screen/point.js screen/preview.js screen/screen.css "
    "screen/screen.js screen/steering.js screen/taps.js screen/value-popover.js session/action-menu.js "
    "session/alignment.js session/beside.js session/bookmarks.js session/details.js session/exports.js "
    "session/pinned.js session/pins.js session/session.css story/composer.css story/draft.js "
    "story/story.js styles/base.css styles/layout.css styles/narrow.css styles/tokens.css "
    "styles/values.css timeline/bars.js timeline/canvas.js timeline/lanes.js timeline/player.js "
    "timeline/spans.js timeline/timeline-data.js timeline/timeline-painter.js timeline/timeline.css "
    "timeline/timeline.js timeline/transport.js timeline/what-if-lane.js toolbar/branches.js "
    "toolbar/found.js toolbar/help.js toolbar/palette.js toolbar/search.js toolbar/sessions.js "
    "toolbar/toolbar.css toolbar/toolbar.js what-if/change-dialogs.js what-if/what-if-bar.js "
    "what-if/what-if.js ";

static const unsigned char files[] = {
#embed "Page/connection/key.js" suffix(, 0, )
#embed "Page/connection/stream.js" suffix(, 0, )
#embed "Page/core/api.js" suffix(, 0, )
#embed "Page/core/changes.js" suffix(, 0, )
#embed "Page/core/controls.js" suffix(, 0, )
#embed "Page/core/filter-range.js" suffix(, 0, )
#embed "Page/core/markup.js" suffix(, 0, )
#embed "Page/core/paths.js" suffix(, 0, )
#embed "Page/core/pointer.js" suffix(, 0, )
#embed "Page/core/request-queue.js" suffix(, 0, )
#embed "Page/core/rows.js" suffix(, 0, )
#embed "Page/core/session.js" suffix(, 0, )
#embed "Page/core/store.js" suffix(, 0, )
#embed "Page/core/view.js" suffix(, 0, )
#embed "Page/dialogs/action-fields.js" suffix(, 0, )
#embed "Page/dialogs/dialog.js" suffix(, 0, )
#embed "Page/dialogs/dialogs.css" suffix(, 0, )
#embed "Page/dialogs/menu.js" suffix(, 0, )
#embed "Page/dialogs/toast.js" suffix(, 0, )
#embed "Page/effects/chain.js" suffix(, 0, )
#embed "Page/effects/effect-pane.js" suffix(, 0, )
#embed "Page/effects/effects.css" suffix(, 0, )
#embed "Page/effects/payload.js" suffix(, 0, )
#embed "Page/effects/screenshot.js" suffix(, 0, )
#embed "Page/fleet.html" suffix(, 0, )
#embed "Page/fleet/fleet-chart.js" suffix(, 0, )
#embed "Page/fleet/fleet-data.js" suffix(, 0, )
#embed "Page/fleet/fleet-main.js" suffix(, 0, )
#embed "Page/fleet/fleet.css" suffix(, 0, )
#embed "Page/frame.html" suffix(, 0, )
#embed "Page/index.html" suffix(, 0, )
#embed "Page/list/actions-list.js" suffix(, 0, )
#embed "Page/list/filter-words.js" suffix(, 0, )
#embed "Page/list/filter.js" suffix(, 0, )
#embed "Page/list/list-data.js" suffix(, 0, )
#embed "Page/list/list-row.js" suffix(, 0, )
#embed "Page/list/list.css" suffix(, 0, )
#embed "Page/list/virtual-scroll.js" suffix(, 0, )
#embed "Page/main.js" suffix(, 0, )
#embed "Page/offline/offline.css" suffix(, 0, )
#embed "Page/offline/recorded-api.js" suffix(, 0, )
#embed "Page/offline/recorded-effects.js" suffix(, 0, )
#embed "Page/offline/recorded-list.js" suffix(, 0, )
#embed "Page/offline/recorded-search.js" suffix(, 0, )
#embed "Page/offline/recorded-states.js" suffix(, 0, )
#embed "Page/offline/recorded-values.js" suffix(, 0, )
#embed "Page/offline/recorded-writes.js" suffix(, 0, )
#embed "Page/offline/recording.js" suffix(, 0, )
#embed "Page/offline/story.css" suffix(, 0, )
#embed "Page/panes/action-header.js" suffix(, 0, )
#embed "Page/panes/action-tabs.js" suffix(, 0, )
#embed "Page/panes/command.js" suffix(, 0, )
#embed "Page/panes/diff.css" suffix(, 0, )
#embed "Page/panes/diff.js" suffix(, 0, )
#embed "Page/panes/history.js" suffix(, 0, )
#embed "Page/panes/main-pane.css" suffix(, 0, )
#embed "Page/panes/main-pane.js" suffix(, 0, )
#embed "Page/panes/state-tree.js" suffix(, 0, )
#embed "Page/panes/value-timeline.js" suffix(, 0, )
#embed "Page/panes/views.js" suffix(, 0, )
#embed "Page/panes/word-diff.js" suffix(, 0, )
#embed "Page/parts/behind.js" suffix(, 0, )
#embed "Page/parts/chart.js" suffix(, 0, )
#embed "Page/parts/commands.js" suffix(, 0, )
#embed "Page/parts/effects.js" suffix(, 0, )
#embed "Page/parts/format.js" suffix(, 0, )
#embed "Page/parts/icons.js" suffix(, 0, )
#embed "Page/parts/json-text.js" suffix(, 0, )
#embed "Page/parts/notes.js" suffix(, 0, )
#embed "Page/parts/splitters.js" suffix(, 0, )
#embed "Page/parts/themes.js" suffix(, 0, )
#embed "Page/parts/values.js" suffix(, 0, )
#embed "Page/screen/dispatch.js" suffix(, 0, )
#embed "Page/screen/follow.js" suffix(, 0, )
#embed "Page/screen/morph.js" suffix(, 0, )
#embed "Page/screen/phone.js" suffix(, 0, )
#embed "Page/screen/point.js" suffix(, 0, )
#embed "Page/screen/preview.js" suffix(, 0, )
#embed "Page/screen/screen.css" suffix(, 0, )
#embed "Page/screen/screen.js" suffix(, 0, )
#embed "Page/screen/steering.js" suffix(, 0, )
#embed "Page/screen/taps.js" suffix(, 0, )
#embed "Page/screen/value-popover.js" suffix(, 0, )
#embed "Page/session/action-menu.js" suffix(, 0, )
#embed "Page/session/alignment.js" suffix(, 0, )
#embed "Page/session/beside.js" suffix(, 0, )
#embed "Page/session/bookmarks.js" suffix(, 0, )
#embed "Page/session/details.js" suffix(, 0, )
#embed "Page/session/exports.js" suffix(, 0, )
#embed "Page/session/pinned.js" suffix(, 0, )
#embed "Page/session/pins.js" suffix(, 0, )
#embed "Page/session/session.css" suffix(, 0, )
#embed "Page/story/composer.css" suffix(, 0, )
#embed "Page/story/draft.js" suffix(, 0, )
#embed "Page/story/story.js" suffix(, 0, )
#embed "Page/styles/base.css" suffix(, 0, )
#embed "Page/styles/layout.css" suffix(, 0, )
#embed "Page/styles/narrow.css" suffix(, 0, )
#embed "Page/styles/tokens.css" suffix(, 0, )
#embed "Page/styles/values.css" suffix(, 0, )
#embed "Page/timeline/bars.js" suffix(, 0, )
#embed "Page/timeline/canvas.js" suffix(, 0, )
#embed "Page/timeline/lanes.js" suffix(, 0, )
#embed "Page/timeline/player.js" suffix(, 0, )
#embed "Page/timeline/spans.js" suffix(, 0, )
#embed "Page/timeline/timeline-data.js" suffix(, 0, )
#embed "Page/timeline/timeline-painter.js" suffix(, 0, )
#embed "Page/timeline/timeline.css" suffix(, 0, )
#embed "Page/timeline/timeline.js" suffix(, 0, )
#embed "Page/timeline/transport.js" suffix(, 0, )
#embed "Page/timeline/what-if-lane.js" suffix(, 0, )
#embed "Page/toolbar/branches.js" suffix(, 0, )
#embed "Page/toolbar/found.js" suffix(, 0, )
#embed "Page/toolbar/help.js" suffix(, 0, )
#embed "Page/toolbar/palette.js" suffix(, 0, )
#embed "Page/toolbar/search.js" suffix(, 0, )
#embed "Page/toolbar/sessions.js" suffix(, 0, )
#embed "Page/toolbar/toolbar.css" suffix(, 0, )
#embed "Page/toolbar/toolbar.js" suffix(, 0, )
#embed "Page/what-if/change-dialogs.js" suffix(, 0, )
#embed "Page/what-if/what-if-bar.js" suffix(, 0, )
#embed "Page/what-if/what-if.js" suffix(, 0, )
};

const char *rewind_page_names(void) { return names; }
const char *rewind_page_files(void) { return (const char *)files; }
