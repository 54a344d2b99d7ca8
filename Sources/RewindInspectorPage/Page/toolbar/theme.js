// The button and key of the theme; both redraw the phones and the timeline.
import { onCommand, onKey } from '../core/controls.js';
import { nextTheme, themeChanged } from '../parts/themes.js';
import { themePhones } from '../screen/phone.js';
import { recolor } from '../timeline/timeline.js';

themeChanged.on(themePhones);
themeChanged.on(recolor);

onCommand({ theme: nextTheme });
onKey({ t: nextTheme }, { needsActions: false });
