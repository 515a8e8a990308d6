// `@ptc/core/internal/task`: yields to the host, for the packages of this repository. It is
// separate from `internal/host`, so that programs load it lazily. Versioning doesn't cover these
// names.

export { nextTask } from "./next-task.ts";
