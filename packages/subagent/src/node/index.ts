// `@ptc/subagent/node`: journals and recordings in files.

export { JournalFileError } from "./journal-file-error.ts";
export { openJournalFile } from "./journal-file.ts";
export type { JournalFile, JournalFileOptions } from "./journal-file.ts";
export { createRecordingFile } from "./recording-file.ts";
export type { RecordingFile } from "./recording-file.ts";
