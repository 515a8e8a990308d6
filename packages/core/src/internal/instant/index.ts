// `@ptc/core/internal/instant`: reads dates and instants, for the packages of this repository. It
// is separate, so that programs load it lazily. Versioning doesn't cover these names.

export { parseInstant, parseLocalDate } from "./read-instant.ts";
