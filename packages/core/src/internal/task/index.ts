// `@ptc/core/internal/task`: yields to the host, in one queue for the whole process. It is for the
// packages of this repository, and separate from `internal/host`, so that programs load it lazily.
// Versioning doesn't cover these names.

export { Activity } from "./activity.ts";
export { AnswerOrder } from "./answer-order.ts";
export { BranchOrder } from "./branch-order.ts";
export { LineOrder } from "./line-order.ts";
export { nextTask } from "./next-task.ts";
export { turnQueue } from "./turn-queue.ts";
