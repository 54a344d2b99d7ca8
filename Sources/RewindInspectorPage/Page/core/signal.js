
// A minimal event emitter.

/**
 * Returns an emitter; `on` adds a listener, and `emit` calls all of them.
 *
 * @returns {Signal<any>}
 */
export function signal() {
    /** @type {((...values: any) => unknown)[]} */
    const listeners = [];
    return {
        on: listener => { listeners.push(listener); },
        emit: (...values) => { for (const listener of listeners) listener(...values); },
    };
}
