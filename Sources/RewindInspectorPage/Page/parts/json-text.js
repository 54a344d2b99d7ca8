// JSON as text. Parsing and writing it would change long numbers.

/** Returns JSON without spaces and line breaks between its parts. Throws if it is not JSON.
 * @param {string} text */
export function compact(text) {
    try {
        JSON.parse(text);
    } catch (error) {
        throw new Error(`This is not JSON: ${error.message}.`);
    }
    return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string) => string ?? '');
}

/** Returns JSON with a line for each of its parts.
 * @param {string} text */
export function indented(text) {
    let depth = 0;
    const line = () => `\n${'  '.repeat(depth)}`;
    return compact(text).replace(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]/g, token => {
        if (token.length > 1) return token;
        if (token === ':') return ': ';
        if (token === ',') return `,${line()}`;
        const isStart = token === '{' || token === '[';
        depth += isStart ? 1 : -1;
        return isStart ? token + line() : line() + token;
    });
}

/** Returns the text of a member of an object, indented on its own; undefined if it is not there as a whole.
 * @param {string} text @param {string} name */
export function memberText(text, name) {
    let depth = 0;
    let start = -1;
    let string = '';
    for (const { 0: token, index = 0 } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
        if (token === '{' || token === '[') depth++;
        else if (token === '}' || token === ']') depth--;
        else if (token.startsWith('"')) string = token;
        else if (token === ':' && depth === 1 && start < 0 && JSON.parse(string) === name) start = index + 1;
        const isEnd = (token === ',' && depth === 1) || depth === 0;
        if (start >= 0 && isEnd) return text.slice(start, index).trim().replace(/\n {2}/g, '\n');
    }
    return undefined;
}
