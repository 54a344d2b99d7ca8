// A list of who wants to be told.

export function signal() {
    const listeners = [];
    return {
        on: listener => { listeners.push(listener); },
        emit: (...told) => { for (const listener of listeners) listener(...told); },
    };
}
