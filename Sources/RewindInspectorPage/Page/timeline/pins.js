// Pinned values, which have lanes under the timeline.
import { state, update } from '../core/store.js';
import { toast } from '../dialogs/toast.js';

const most = 4;

/** Pins or unpins a value.
 * @param {Pointer | null} pointer */
export function togglePin(pointer) {
    if (pointer === null || pointer === undefined) return toast('Click a value first; then press w');
    const isPinned = state.pins.includes(pointer);
    const others = state.pins.filter(pin => pin !== pointer);
    update({ pins: isPinned ? others : [...others, pointer].slice(-most), blame: null });
    return toast(isPinned ? `Unpinned ${pointer}` : `Pinned ${pointer} under the timeline`);
}
