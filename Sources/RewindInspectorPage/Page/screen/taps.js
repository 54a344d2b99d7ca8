// The app is used by its screen, as long as what is shown is where the app is.
import { onTap, usePhones } from './phone.js';
import { current, sessionGrew, postToSession } from '../core/session.js';
import { canSteer, isHeld, isHere, status } from './steering.js';
import { toastError, toast } from '../dialogs/toast.js';
import { viewChanged } from '../core/view.js';

const hasTaps = () => canSteer() && Boolean(current.session.taps);
const isUsable = () => hasTaps() && isHere();

async function tap(name) {
    try {
        if (isHeld()) await status();
        if (isHeld()) { toast('Locked: only travel changes a state of the past. Unlock the app to use it from here.'); return; }
        const { done } = await postToSession('tap', { tap: name });
        if (!done) toast('The app’s screen has not that any more.');
    } catch (error) {
        toastError(error);
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
    sessionGrew.on(say);
    viewChanged.on(say);
}
