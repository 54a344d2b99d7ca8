// Taps on the screen use the app, while the page shows where it is.
import { postToSession } from '../core/session.js';
import { onChange, state } from '../core/store.js';
import { toast, toastError } from '../dialogs/toast.js';
import { onTap, usePhones } from './phone.js';
import { canSteer, isHeld, isHere, status } from './steering.js';

const hasTaps = () => canSteer() && Boolean(state.session.taps);
const isUsable = () => hasTaps() && isHere();

/** @param {string} name */
async function tap(name) {
    try {
        if (isHeld()) await status();
        if (isHeld()) {
            toast('Locked: in the past, the app drops actions. Unlock the app to use it from here.');
            return;
        }
        const { done } = await postToSession('tap', { tap: name });
        if (!done) toast('The app’s screen no longer has that element.');
    } catch (error) {
        toastError(error);
    }
}

function showUse() {
    usePhones(isUsable() ? 'tap' : hasTaps() ? 'ask' : '');
}

onTap((name, canAsk) => {
    if (isUsable()) tap(name);
    else if (hasTaps() && !canAsk) toast('The app is elsewhere: travel here to use it.');
    return isUsable();
});
onChange(['session', 'at', 'with'], showUse);
