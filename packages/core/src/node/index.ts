// `@ptc/core/internal/node`: reads files and streams as text, and writes files of lines, for this
// repository. Versioning doesn't cover these names: they can change in any release.

export { decodeUtf8 } from "./decode-utf8.ts";
export type { DecodedText } from "./decode-utf8.ts";
export type { FileLine } from "./file-lines.ts";
export { FileLock } from "./file-lock.ts";
export { FileUseError, LockedFile } from "./locked-file.ts";
export { readLines } from "./read-lines.ts";
export type { Line } from "./read-lines.ts";
export { decodedText, isFile, readTextFile } from "./read-text-file.ts";
export type { CurrentFolder } from "./read-text-file.ts";
