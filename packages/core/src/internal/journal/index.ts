// `@ptc/core/internal/journal`: the entries of a journal, for the packages of this repository. It
// is separate, so that programs load it lazily. Versioning doesn't cover these names.

export { JournalEntries, type PausedCall } from "./journal-entries.ts";
export { markedEntry, unmarkedEntry } from "./marked-entry.ts";
