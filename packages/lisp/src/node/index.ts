// `@ptc/lisp/node`: runs programs in separate processes, where untrusted programs can't exhaust the
// memory and time of the host.

export { createPool } from "./pool.ts";
export type { Pool } from "./pool.ts";
export type { PoolOptions } from "./pool-options.ts";
export type { PoolResumeOptions, PoolRunOptions } from "./run-plan.ts";
export type { SharedContext } from "./shared-context.ts";
