#include "RewindInspectorPage.h"

static const unsigned char action_js[] = {
#embed "Page/action.js"
};
static const unsigned char actions_list_js[] = {
#embed "Page/actions-list.js"
};
static const unsigned char actions_css[] = {
#embed "Page/actions.css"
};
static const unsigned char api_js[] = {
#embed "Page/api.js"
};
static const unsigned char ask_js[] = {
#embed "Page/ask.js"
};
static const unsigned char base_css[] = {
#embed "Page/base.css"
};
static const unsigned char blame_js[] = {
#embed "Page/blame.js"
};
static const unsigned char body_js[] = {
#embed "Page/body.js"
};
static const unsigned char bookmarks_js[] = {
#embed "Page/bookmarks.js"
};
static const unsigned char branches_js[] = {
#embed "Page/branches.js"
};
static const unsigned char changes_css[] = {
#embed "Page/changes.css"
};
static const unsigned char chart_js[] = {
#embed "Page/chart.js"
};
static const unsigned char clicks_js[] = {
#embed "Page/clicks.js"
};
static const unsigned char command_js[] = {
#embed "Page/command.js"
};
static const unsigned char deeds_js[] = {
#embed "Page/deeds.js"
};
static const unsigned char details_js[] = {
#embed "Page/details.js"
};
static const unsigned char diff_css[] = {
#embed "Page/diff.css"
};
static const unsigned char diff_js[] = {
#embed "Page/diff.js"
};
static const unsigned char dispatch_js[] = {
#embed "Page/dispatch.js"
};
static const unsigned char exports_js[] = {
#embed "Page/exports.js"
};
static const unsigned char filter_js[] = {
#embed "Page/filter.js"
};
static const unsigned char follow_js[] = {
#embed "Page/follow.js"
};
static const unsigned char format_js[] = {
#embed "Page/format.js"
};
static const unsigned char frame_html[] = {
#embed "Page/frame.html"
};
static const unsigned char head_js[] = {
#embed "Page/head.js"
};
static const unsigned char help_js[] = {
#embed "Page/help.js"
};
static const unsigned char history_js[] = {
#embed "Page/history.js"
};
static const unsigned char icons_js[] = {
#embed "Page/icons.js"
};
static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char inspector_css[] = {
#embed "Page/inspector.css"
};
static const unsigned char keys_js[] = {
#embed "Page/keys.js"
};
static const unsigned char lanes_js[] = {
#embed "Page/lanes.js"
};
static const unsigned char layout_css[] = {
#embed "Page/layout.css"
};
static const unsigned char list_data_js[] = {
#embed "Page/list-data.js"
};
static const unsigned char list_row_js[] = {
#embed "Page/list-row.js"
};
static const unsigned char main_js[] = {
#embed "Page/main.js"
};
static const unsigned char markup_js[] = {
#embed "Page/markup.js"
};
static const unsigned char menu_js[] = {
#embed "Page/menu.js"
};
static const unsigned char morph_js[] = {
#embed "Page/morph.js"
};
static const unsigned char narrow_css[] = {
#embed "Page/narrow.css"
};
static const unsigned char offline_api_js[] = {
#embed "Page/offline/api.js"
};
static const unsigned char offline_find_js[] = {
#embed "Page/offline/find.js"
};
static const unsigned char offline_json_js[] = {
#embed "Page/offline/json.js"
};
static const unsigned char offline_list_js[] = {
#embed "Page/offline/list.js"
};
static const unsigned char offline_look_js[] = {
#embed "Page/offline/look.js"
};
static const unsigned char offline_offline_css[] = {
#embed "Page/offline/offline.css"
};
static const unsigned char offline_recording_js[] = {
#embed "Page/offline/recording.js"
};
static const unsigned char offline_time_js[] = {
#embed "Page/offline/time.js"
};
static const unsigned char offline_values_js[] = {
#embed "Page/offline/values.js"
};
static const unsigned char offline_writes_js[] = {
#embed "Page/offline/writes.js"
};
static const unsigned char overlays_css[] = {
#embed "Page/overlays.css"
};
static const unsigned char panes_js[] = {
#embed "Page/panes.js"
};
static const unsigned char paths_js[] = {
#embed "Page/paths.js"
};
static const unsigned char phone_js[] = {
#embed "Page/phone.js"
};
static const unsigned char pins_js[] = {
#embed "Page/pins.js"
};
static const unsigned char play_js[] = {
#embed "Page/play.js"
};
static const unsigned char pointer_js[] = {
#embed "Page/pointer.js"
};
static const unsigned char questions_js[] = {
#embed "Page/questions.js"
};
static const unsigned char rows_js[] = {
#embed "Page/rows.js"
};
static const unsigned char screen_css[] = {
#embed "Page/screen.css"
};
static const unsigned char screen_js[] = {
#embed "Page/screen.js"
};
static const unsigned char search_js[] = {
#embed "Page/search.js"
};
static const unsigned char session_js[] = {
#embed "Page/session.js"
};
static const unsigned char signal_js[] = {
#embed "Page/signal.js"
};
static const unsigned char state_tree_js[] = {
#embed "Page/state-tree.js"
};
static const unsigned char steering_js[] = {
#embed "Page/steering.js"
};
static const unsigned char story_js[] = {
#embed "Page/story.js"
};
static const unsigned char taps_js[] = {
#embed "Page/taps.js"
};
static const unsigned char theme_js[] = {
#embed "Page/theme.js"
};
static const unsigned char time_css[] = {
#embed "Page/time.css"
};
static const unsigned char timeline_data_js[] = {
#embed "Page/timeline-data.js"
};
static const unsigned char timeline_draw_js[] = {
#embed "Page/timeline-draw.js"
};
static const unsigned char timeline_js[] = {
#embed "Page/timeline.js"
};
static const unsigned char toast_js[] = {
#embed "Page/toast.js"
};
static const unsigned char tokens_css[] = {
#embed "Page/tokens.css"
};
static const unsigned char top_css[] = {
#embed "Page/top.css"
};
static const unsigned char top_js[] = {
#embed "Page/top.js"
};
static const unsigned char transport_js[] = {
#embed "Page/transport.js"
};
static const unsigned char values_css[] = {
#embed "Page/values.css"
};
static const unsigned char values_js[] = {
#embed "Page/values.js"
};
static const unsigned char view_js[] = {
#embed "Page/view.js"
};
static const unsigned char virtual_scroll_js[] = {
#embed "Page/virtual-scroll.js"
};
static const unsigned char what_if_lane_js[] = {
#embed "Page/what-if-lane.js"
};
static const unsigned char what_if_js[] = {
#embed "Page/what-if.js"
};
static const unsigned char words_js[] = {
#embed "Page/words.js"
};

#define PAGE_FILE(name, bytes) {name, bytes, sizeof bytes}

static const struct rewind_page_file files[] = {
    PAGE_FILE("action.js", action_js),
    PAGE_FILE("actions-list.js", actions_list_js),
    PAGE_FILE("actions.css", actions_css),
    PAGE_FILE("api.js", api_js),
    PAGE_FILE("ask.js", ask_js),
    PAGE_FILE("base.css", base_css),
    PAGE_FILE("blame.js", blame_js),
    PAGE_FILE("body.js", body_js),
    PAGE_FILE("bookmarks.js", bookmarks_js),
    PAGE_FILE("branches.js", branches_js),
    PAGE_FILE("changes.css", changes_css),
    PAGE_FILE("chart.js", chart_js),
    PAGE_FILE("clicks.js", clicks_js),
    PAGE_FILE("command.js", command_js),
    PAGE_FILE("deeds.js", deeds_js),
    PAGE_FILE("details.js", details_js),
    PAGE_FILE("diff.css", diff_css),
    PAGE_FILE("diff.js", diff_js),
    PAGE_FILE("dispatch.js", dispatch_js),
    PAGE_FILE("exports.js", exports_js),
    PAGE_FILE("filter.js", filter_js),
    PAGE_FILE("follow.js", follow_js),
    PAGE_FILE("format.js", format_js),
    PAGE_FILE("frame.html", frame_html),
    PAGE_FILE("head.js", head_js),
    PAGE_FILE("help.js", help_js),
    PAGE_FILE("history.js", history_js),
    PAGE_FILE("icons.js", icons_js),
    PAGE_FILE("index.html", index_html),
    PAGE_FILE("inspector.css", inspector_css),
    PAGE_FILE("keys.js", keys_js),
    PAGE_FILE("lanes.js", lanes_js),
    PAGE_FILE("layout.css", layout_css),
    PAGE_FILE("list-data.js", list_data_js),
    PAGE_FILE("list-row.js", list_row_js),
    PAGE_FILE("main.js", main_js),
    PAGE_FILE("markup.js", markup_js),
    PAGE_FILE("menu.js", menu_js),
    PAGE_FILE("morph.js", morph_js),
    PAGE_FILE("narrow.css", narrow_css),
    PAGE_FILE("offline/api.js", offline_api_js),
    PAGE_FILE("offline/find.js", offline_find_js),
    PAGE_FILE("offline/json.js", offline_json_js),
    PAGE_FILE("offline/list.js", offline_list_js),
    PAGE_FILE("offline/look.js", offline_look_js),
    PAGE_FILE("offline/offline.css", offline_offline_css),
    PAGE_FILE("offline/recording.js", offline_recording_js),
    PAGE_FILE("offline/time.js", offline_time_js),
    PAGE_FILE("offline/values.js", offline_values_js),
    PAGE_FILE("offline/writes.js", offline_writes_js),
    PAGE_FILE("overlays.css", overlays_css),
    PAGE_FILE("panes.js", panes_js),
    PAGE_FILE("paths.js", paths_js),
    PAGE_FILE("phone.js", phone_js),
    PAGE_FILE("pins.js", pins_js),
    PAGE_FILE("play.js", play_js),
    PAGE_FILE("pointer.js", pointer_js),
    PAGE_FILE("questions.js", questions_js),
    PAGE_FILE("rows.js", rows_js),
    PAGE_FILE("screen.css", screen_css),
    PAGE_FILE("screen.js", screen_js),
    PAGE_FILE("search.js", search_js),
    PAGE_FILE("session.js", session_js),
    PAGE_FILE("signal.js", signal_js),
    PAGE_FILE("state-tree.js", state_tree_js),
    PAGE_FILE("steering.js", steering_js),
    PAGE_FILE("story.js", story_js),
    PAGE_FILE("taps.js", taps_js),
    PAGE_FILE("theme.js", theme_js),
    PAGE_FILE("time.css", time_css),
    PAGE_FILE("timeline-data.js", timeline_data_js),
    PAGE_FILE("timeline-draw.js", timeline_draw_js),
    PAGE_FILE("timeline.js", timeline_js),
    PAGE_FILE("toast.js", toast_js),
    PAGE_FILE("tokens.css", tokens_css),
    PAGE_FILE("top.css", top_css),
    PAGE_FILE("top.js", top_js),
    PAGE_FILE("transport.js", transport_js),
    PAGE_FILE("values.css", values_css),
    PAGE_FILE("values.js", values_js),
    PAGE_FILE("view.js", view_js),
    PAGE_FILE("virtual-scroll.js", virtual_scroll_js),
    PAGE_FILE("what-if-lane.js", what_if_lane_js),
    PAGE_FILE("what-if.js", what_if_js),
    PAGE_FILE("words.js", words_js),
};

int rewind_page_count(void) { return sizeof files / sizeof files[0]; }
struct rewind_page_file rewind_page_file(int index) { return files[index]; }
