// `@ptc/core/internal/source`: positions in a source, for the packages of this repository. It
// is separate, so that programs load it lazily. Versioning doesn't cover these names.

export { excerptAt, positionAt } from "./source-position.ts";
