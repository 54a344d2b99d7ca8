// The token of the server. An address brings it, and the browser keeps it for this host and port alone: unlike a cookie,
// it is not sent to the other servers of this machine.

const storage = 'rewind-token';
let given = new URLSearchParams(location.search).get('token');

/** Returns the token that the browser keeps; null if there is none. */
function kept() {
    try { return localStorage.getItem(storage); } catch { return null; }
}

/** Keeps a token. Returns false if the browser does not allow that.
 * @param {string} token */
function keep(token) {
    try { localStorage.setItem(storage, token); } catch { return false; }
    return true;
}

// Another token is replaced only when the server has accepted this one.
if (given !== null && kept() === null) keep(given);

/** Returns the header of requests. */
export function authorization() {
    const token = given ?? kept();
    return token === null ? undefined : { Authorization: `Bearer ${token}` };
}

/** Keeps the token of the address, after a server has accepted it, and removes it from the address. */
export function acceptKey() {
    if (given === null || !keep(given)) return;
    given = null;
    history.replaceState(null, '', location.pathname + location.hash);
}

/** Forgets the token of the address, after a server has refused it. Returns true if another one can be tried. */
export function refuseKey() {
    const hasOther = given !== null && kept() !== null && kept() !== given;
    given = null;
    return hasOther;
}

/** Calls a function when another window keeps a new token.
 * @param {() => void} run */
export function onNewKey(run) {
    addEventListener('storage', event => { if (event.key === storage) run(); });
}
