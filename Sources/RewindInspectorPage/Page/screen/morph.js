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

function morphChildren(element, wanted) {
    let old = element.firstChild;
    for (const node of [...wanted.childNodes]) {
        const next = old?.nextSibling ?? null;
        if (old?.nodeName !== node.nodeName) {
            if (old) old.replaceWith(node); else element.append(node);
        } else if (old.nodeType === Node.ELEMENT_NODE) {
            morphAttributes(old, node);
            morphChildren(old, node);
        } else if (old.data !== node.data) {
            old.data = node.data;
        }
        old = next;
    }
    while (old) {
        const next = old.nextSibling;
        old.remove();
        old = next;
    }
}

function morphAttributes(element, wanted) {
    for (const { name, value } of wanted.attributes) {
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
    if (element.attributes.length === wanted.attributes.length) return;
    for (const { name } of [...element.attributes]) if (!wanted.hasAttribute(name)) element.removeAttribute(name);
}
