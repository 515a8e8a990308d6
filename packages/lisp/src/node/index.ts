// `@ptc/lisp/node`: runs programs in processes of their own, where a program that is not trusted
// cannot use up the memory and the time of the host.

export { createPool } from "./pool.ts";
export type { Pool } from "./pool.ts";
export type { PoolOptions } from "./pool-options.ts";
export type { PoolRunOptions } from "./run-plan.ts";
export type { SharedContext } from "./shared-context.ts";
