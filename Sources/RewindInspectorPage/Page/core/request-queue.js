
// Requests, wherever they are answered.

/** An error answer: a sentence, and a next step. */
export class Refusal extends Error {
    /** @param {number} status @param {string} sentence @param {string} [hint] */
    constructor(status, sentence, hint) {
        super(sentence);
        this.status = status;
        this.hint = hint;
    }
}

/**
 * Returns a function for requests of which only the newest matters, as while scrubbing. One request is pending, and the
 * last one made meanwhile waits for it, so that answers keep coming and no queue grows. A request that takes over three
 * seconds is given up for a newer one. A refused question is not sent again within a second.
 *
 * @template Question, Answer
 * @param {(question: Question, abort: AbortSignal) => Promise<Answer>} send
 * @param {(answer: Answer, question: Question) => void} answered
 * @param {(error: Refusal, question: Question) => void} [refused]
 * @returns {(question: Question) => void}
 */
export function newest(send, answered, refused = () => {}) {
    /** @type {{ abort: AbortController, since: number } | null} */
    let running = null;
    /** @type {Question | null} */
    let waiting = null;
    let refusedText = '';
    let refusedAt = -Infinity;
    let timer = 0;
    /** @param {Question} question */
    async function start(question) {
        const mine = { abort: new AbortController(), since: performance.now() };
        running = mine;
        try {
            const answer = await send(question, mine.abort.signal);
            if (running === mine) answered(answer, question);
        } catch (error) {
            if (running === mine && error.name !== 'AbortError') {
                refusedText = JSON.stringify(question);
                refusedAt = performance.now();
                refused(error, question);
            }
        }
        if (running !== mine) return;
        running = null;
        if (waiting !== null) { const next = waiting; waiting = null; request(next); }
    }
    /** @param {Question} question */
    function request(question) {
        clearTimeout(timer);
        const wasRefused = JSON.stringify(question) === refusedText;
        const rest = wasRefused ? refusedAt + 1000 - performance.now() : 0;
        if (running && performance.now() - running.since > 3000) { running.abort.abort(); running = null; }
        if (running) waiting = question;
        else if (rest > 0) timer = setTimeout(() => request(question), rest);
        else start(question);
    }
    cancels.push(() => {
        clearTimeout(timer);
        running?.abort.abort();
        running = null;
        waiting = null;
        refusedText = '';
    });
    return request;
}

/** @type {(() => void)[]} */
const cancels = [];

/** Cancels all requests, because they were about another session. */
export function cancelRequests() { for (const cancel of cancels) cancel(); }
