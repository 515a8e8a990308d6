// `@ptc/core/internal/node`: reads files and streams as text, for the packages and apps of this
// repository. Versioning doesn't cover these names: they can change in any release.

export { decodeUtf8 } from "./decode-utf8.ts";
export type { DecodedText } from "./decode-utf8.ts";
export { readLines } from "./read-lines.ts";
export type { Line } from "./read-lines.ts";
export { decodedText, isFile, readTextFile } from "./read-text-file.ts";
export type { CurrentFolder } from "./read-text-file.ts";
