// `@ptc/core/internal/host`: helpers for host data and for the host itself, for the packages of
// this repository. Versioning doesn't cover these names: they can change in any release.

export { fileProblem } from "./file-problem.ts";
export { isObject } from "./is-object.ts";
export type { JsonObject } from "./is-object.ts";
export { LoadError } from "./load-error.ts";
export { presentFields } from "./present-fields.ts";
export type { PresentFields } from "./present-fields.ts";
export { retryAfterMs } from "./retry-after.ts";
