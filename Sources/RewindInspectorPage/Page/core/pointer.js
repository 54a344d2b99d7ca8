// JSON Pointers (RFC 6901).

/** The tokens of a pointer, unescaped. */
export const tokens = pointer => pointer.split('/').slice(1).map(t => t.replace(/~1/g, '/').replace(/~0/g, '~'));

/** The pointer of a member or element of what a pointer points to. */
export const child = (pointer, key) => `${pointer}/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`;

/** What the last token says, or a word for the whole state. */
export const lastToken = pointer => tokens(pointer).at(-1) ?? '(whole state)';

/** Whether one of two pointers is inside the other, or is it. */
export const isInside = (inner, outer) => inner === outer || inner.startsWith(`${outer}/`);
