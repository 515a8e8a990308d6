// `@ptc/subagent/node`: journals and recordings in files.

export { JournalFileError } from "./journal-file-error.ts";
export { openJournalFile } from "./journal-file.ts";
export type { JournalFile, JournalFileOptions } from "./journal-file.ts";
export { createRunRecordingFile } from "./recording-file.ts";
export type { RunRecordingFile } from "./recording-file.ts";
