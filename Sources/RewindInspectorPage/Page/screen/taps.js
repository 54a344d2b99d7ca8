// The app is used by its screen, as long as what is shown is where the app is.
import { onTap, usePhones } from './phone.js';
import { current, grew, tellSession } from '../core/session.js';
import { canSteer, isHeld, isHere, status } from './steering.js';
import { complain, toast } from '../dialogs/toast.js';
import { looked } from '../core/view.js';

const hasTaps = () => canSteer() && Boolean(current.session.taps);
const isUsable = () => hasTaps() && isHere();

async function tap(name) {
    try {
        if (isHeld()) await status();
        if (isHeld()) { toast('Locked: only travel changes a state of the past. Unlock the app to use it from here.'); return; }
        const { done } = await tellSession('tap', { tap: name });
        if (!done) toast('The app’s screen has not that any more.');
    } catch (error) {
        complain(error);
    }
}

function say() {
    usePhones(isUsable() ? 'tap' : hasTaps() ? 'ask' : '');
}

/** Starts it. */
export function startTaps() {
    onTap((name, canAsk) => {
        if (isUsable()) tap(name);
        else if (hasTaps() && !canAsk) toast('Looking back: travel here to use the app.');
        return isUsable();
    });
    grew.on(say);
    looked.on(say);
}
