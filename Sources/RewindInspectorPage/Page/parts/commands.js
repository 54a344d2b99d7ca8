// The `rewind` commands that the page prints. A test has the tool parse one of each.
import { quoted } from './format.js';

/** Returns a command for a shell.
 * @param {unknown[]} words */
export const commandLine = words => `rewind ${words.map(String).map(quoted).join(' ')}`;

/** @typedef {string | number} Word */

/** The words of each command. */
export const commands = {
    /** @param {string} file */
    follow: file => ['log', file, '--follow'],
    /** @param {string} file */
    firstState: file => ['show', file, 'start'],
    /** @param {string} file @param {Pointer} pointer @param {Word} from @param {Seq} to */
    history: (file, pointer, from, to) => ['history', file, pointer, `${from}..${to}`, '--reverse'],
    /** @param {string} file @param {ReturnType<typeof import('../core/changes.js').options>} options @param {Seq} to */
    whatIf: (file, { skip, ...others }, to) => [
        'replay', file, ...skip.split(',').filter(Boolean).flatMap(seq => ['--skip', seq]),
        ...Object.entries(others).flatMap(([name, values]) => values.flatMap(value => [`--${name}`, value])),
        '--to', to, '--each',
    ],
    /** @param {string} file @param {string} other */
    compare: (file, other) => ['compare', file, other],
    /** @param {string} file @param {Seq[]} seqs */
    diff: (file, ...seqs) => ['diff', file, ...seqs],
    /** @param {string} file @param {Seq} seq */
    state: (file, seq) => ['show', file, seq],
    /** @param {string} file @param {Seq} seq */
    action: (file, seq) => ['show', file, seq, '--action'],
    /** @param {string} file @param {Seq} seq */
    raw: (file, seq) => ['show', file, seq, '--action', '--json'],
    /** @param {string} file @param {Pointer} pointer @param {Seq} seq */
    blame: (file, pointer, seq) => ['blame', file, pointer, seq],
    /** @param {string} file @param {Seq} seq */
    goTo: (file, seq) => ['goto', file, seq],
    /** @param {string} file @param {string} name @param {Seq} seq @param {string} note */
    bookmark: (file, name, seq, note) => (
        ['bookmark', file, name, seq, ...note.startsWith('-') ? [`--note=${note}`] : note ? ['--note', note] : []]),
    /** @param {string} file @param {string} action */
    dispatch: (file, action) => ['dispatch', file, action],
    /** @param {string} file @param {Seq} from @param {Seq} to @param {string} output */
    cut: (file, from, to, output) => ['cut', file, `${from}..${to}`, '--output', output],
    /** @param {string} file @param {string} format @param {Seq} from @param {Seq} to @param {string} output */
    export: (file, format, from, to, output) => ['export', format, file, `${from}..${to}`, '--output', output],
    /** @param {string} file @param {Seq[]} seqs @param {string} output @param {string} title
     * @param {string[]} notes Each with the number of its moment and a colon in front. */
    story: (file, seqs, output, title, notes) => [
        'export', 'story', file, ...seqs, ...title.startsWith('-') ? [`--title=${title}`] : title ? ['--title', title] : [],
        ...notes.flatMap(note => ['--note', note]), '--output', output,
    ],
};
