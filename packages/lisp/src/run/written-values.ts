// What reads values that were written down: memory from JSON, and journals. Loaded on need, in one piece with what compiles
// functions from their source.

export { decodeValues } from "./decode-values.ts";
export { openJournal } from "./open-journal.ts";
