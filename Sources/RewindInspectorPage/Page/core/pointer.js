// JSON Pointers (RFC 6901).

/** Returns the tokens of a pointer, unescaped.
 * @param {Pointer} pointer */
export const tokens = pointer => pointer.split('/').slice(1).map(t => t.replace(/~1/g, '/').replace(/~0/g, '~'));

/** Returns the pointer of a member or element.
 * @param {Pointer} pointer @param {string | number} key */
export const child = (pointer, key) => `${pointer}/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`;

/** Returns the last token, or words for the whole state.
 * @param {Pointer} pointer */
export const lastToken = pointer => tokens(pointer).at(-1) ?? '(whole state)';

/** True if a pointer is in another one, or equals it.
 * @param {Pointer} inner @param {Pointer} outer */
export const isInside = (inner, outer) => inner === outer || inner.startsWith(`${outer}/`);
