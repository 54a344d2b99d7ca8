// Pinned values, which have lanes under the timeline.
import { update, view } from '../core/view.js';
import { toast } from '../dialogs/toast.js';

const most = 4;

/** Pins or unpins a value. @param {Pointer | null} pointer */
export function togglePin(pointer) {
    if (pointer === null || pointer === undefined) return toast('Click a value first; then press w');
    const isPinned = view.pins.includes(pointer);
    update({ pins: isPinned ? view.pins.filter(pin => pin !== pointer) : [...view.pins, pointer].slice(-most), blame: null });
    return toast(isPinned ? `Unpinned ${pointer}` : `Pinned ${pointer} under the timeline`);
}
