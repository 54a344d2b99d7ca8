// Questions, wherever they are answered.

/** What came in the place of an answer: a sentence, and a next step. */
export class Refusal extends Error {
    constructor(status, sentence, hint) {
        super(sentence);
        this.status = status;
        this.hint = hint;
    }
}

/**
 * A question that is put again and again, of which only the newest matters, as while scrubbing: one is under way, and
 * the last one that came meanwhile waits for it. So answers are seen all the way, and no queue grows. One that takes
 * over three seconds is given up for a newer one.
 */
export function newest(put, answered, refused = () => {}) {
    let running = null;
    let waiting = null;
    async function start(question) {
        const mine = { abort: new AbortController(), since: performance.now() };
        running = mine;
        try {
            const answer = await put(question, mine.abort.signal);
            if (running === mine) answered(answer, question);
        } catch (error) {
            if (running === mine && error.name !== 'AbortError') refused(error, question);
        }
        if (running !== mine) return;
        running = null;
        if (waiting) { const next = waiting; waiting = null; start(next); }
    }
    questions.push(() => { running?.abort.abort(); running = null; waiting = null; });
    return question => {
        if (running && performance.now() - running.since > 3000) { running.abort.abort(); running = null; }
        if (running) waiting = question; else start(question);
    };
}

const questions = [];

/** Gives up all questions under way, and those that wait: they were about another session. */
export function dropQuestions() { for (const drop of questions) drop(); }
