
// Changes the content of an element, but only where it differs: the rest is not styled and laid out again, and keeps
// its focus and its animations.

/**
 * Gives an element new content. Only sandboxed frames take HTML as it is.
 *
 * @param {Element} element
 * @param {string} text
 */
export function morph(element, text) {
    const template = element.ownerDocument.createElement('template');
    template.innerHTML = text;
    morphChildren(element, template.content);
}

/** @param {Node} element @param {Node} wanted */
function morphChildren(element, wanted) {
    /** @type {Node | null} */
    let old = element.firstChild;
    for (const node of [...wanted.childNodes]) {
        /** @type {Node | null} */
        const next = old?.nextSibling ?? null;
        if (old?.nodeName !== node.nodeName) {
            if (old) element.replaceChild(node, old); else element.appendChild(node);
        } else if (old.nodeType === Node.ELEMENT_NODE) {
            morphAttributes(/** @type {Element} */ (old), /** @type {Element} */ (/** @type {Node} */ (node)));
            morphChildren(old, node);
        } else if (old.nodeValue !== node.nodeValue) {
            old.nodeValue = node.nodeValue;
        }
        old = next;
    }
    while (old) {
        const next = old.nextSibling;
        element.removeChild(old);
        old = next;
    }
}

/** @param {Element} element @param {Element} wanted */
function morphAttributes(element, wanted) {
    for (const { name, value } of wanted.attributes) {
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
    if (element.attributes.length === wanted.attributes.length) return;
    for (const { name } of [...element.attributes]) if (!wanted.hasAttribute(name)) element.removeAttribute(name);
}
