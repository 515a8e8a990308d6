// What reads values that were written down: memory from JSON, and journals. Loaded on need, in one
// piece; it imports as little as it can of the evaluator, because what two pieces share a bundler
// puts in a file of its own.

export { decodeValues } from "./decode-values.ts";
export { openJournal } from "./open-journal.ts";
