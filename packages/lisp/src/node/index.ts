// `@ptc/lisp/node`: programs in processes of their own, for programs nobody trusts with the memory
// and the time of the host.

export { createPool } from "./pool.ts";
export type { Pool } from "./pool.ts";
export type { PoolOptions } from "./pool-options.ts";
export type { PoolRunOptions } from "./run-plan.ts";
export type { SharedContext } from "./shared-context.ts";
