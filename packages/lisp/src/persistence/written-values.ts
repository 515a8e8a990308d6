// Reads values that were written down: memory from JSON, and journals. It is loaded in one piece
// when it is needed. It imports as little of the evaluator as it can, because a bundler puts code
// that two pieces share in a file of its own.

export { functionsOnNeed } from "./functions-on-need.ts";
export { decodeValues } from "./decode-values.ts";
export { openJournal } from "./open-journal.ts";
