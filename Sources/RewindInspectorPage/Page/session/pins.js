// Pinned values, which have lanes under the timeline.
import { state, update } from '../core/store.js';
import { toast } from '../dialogs/toast.js';
import { valueOf } from './pinned.js';

const most = 4;

/** Pins or unpins a pointer or an expression.
 * @param {string | null} pin */
export function togglePin(pin) {
    if (pin === null || pin === undefined) return toast('Click a value first; then press w');
    const isPinned = state.pins.includes(pin);
    const others = state.pins.filter(other => other !== pin);
    const pins = isPinned ? others : [...others, pin].slice(-most);
    const [dropped] = others.filter(other => !pins.includes(other));
    update({ pins, blame: null });
    return toast(isPinned ? `Unpinned ${pin}` : dropped === undefined ? `Pinned ${pin} under the timeline`
        : `Pinned ${pin}. ${dropped} is no longer pinned: there are ${most} lanes`);
}

/** Pins an expression that can be evaluated. Throws a `Refusal` for another one.
 * @param {string} text */
export async function pinExpression(text) {
    await valueOf(text, state.at);
    if (!state.pins.includes(text)) togglePin(text);
}
