
// The changed words of a text.

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('ja', { granularity: 'word' }) : null;
const timestamp = /^(\d{4}-\d\d-\d\d)(T)([\d:.]+)(.*)$/s;

/**
 * Splits a text into words and the text between them. A date is two words, an identifier is one.
 *
 * @param {string} text
 */
function words(text) {
    const time = timestamp.exec(text);
    if (time) return time.slice(1);
    if (/^[\w:/.-]{8,}$/.test(text)) return [text];
    return segmenter ? [...segmenter.segment(text)].map(each => each.segment) : text.split(/(\s+)/);
}

/** @param {TextPiece[]} list @param {string} text @param {boolean} isChanged */
function append(list, text, isChanged) {
    const last = list.at(-1);
    if (last && last.isChanged === isChanged) last.text += text; else list.push({ text, isChanged });
}

// The maximum size of the table of the longest common subsequence; a text that needs more is marked whole.
const fields = 400_000;

/**
 * Returns both texts as pieces.
 *
 * @param {string} before
 * @param {string} after
 * @returns {[before: TextPiece[], after: TextPiece[]]}
 */
export function changedWords(before, after) {
    const a = words(before);
    const b = words(after);
    let start = 0;
    while (start < a.length && start < b.length && a[start] === b[start]) start++;
    let end = 0;
    while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
    const x = a.slice(start, a.length - end);
    const y = b.slice(start, b.length - end);
    /** @type {TextPiece[]} */
    const old = [];
    /** @type {TextPiece[]} */
    const now = [];
    /** @param {string} text */
    const both = text => { if (text) { append(old, text, false); append(now, text, false); } };
    both(a.slice(0, start).join(''));
    if (x.length * y.length > fields) {
        append(old, x.join(''), true);
        append(now, y.join(''), true);
    } else {
        const width = y.length + 1;
        const longest = new Uint16Array((x.length + 1) * width);
        for (let i = x.length - 1; i >= 0; i--) {
            for (let j = y.length - 1; j >= 0; j--) {
                longest[i * width + j] = x[i] === y[j] ? longest[(i + 1) * width + j + 1] + 1
                    : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
            }
        }
        let i = 0;
        let j = 0;
        while (i < x.length || j < y.length) {
            if (i < x.length && j < y.length && x[i] === y[j]) { both(x[i]); i++; j++; }
            else if (j < y.length && (i >= x.length || longest[i * width + j + 1] >= longest[(i + 1) * width + j])) {
                append(now, y[j++], true);
            } else append(old, x[i++], true);
        }
    }
    if (end) both(a.slice(-end).join(''));
    return [old, now];
}
