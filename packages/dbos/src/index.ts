// `@ptc/dbos`: missions as durable workflows of DBOS, on any number of machines.

export { createDurableRuns } from "./durable-runs.ts";
export type { DurableRuns } from "./durable-runs.ts";
export type { DurableAgent, AgentRuns, DurableRunRequest } from "./agents.ts";
export type { DurableQueue, DurableRunsOptions, DurableWorkerOptions } from "./options.ts";
export type { DurableRateLimit } from "./tables/rate-limiter.ts";
export type { DurableReencryption } from "./tables/reencryption.ts";
export { transactionalTool } from "./tools/transactional-tool.ts";
export type {
  TransactionalToolOptions,
  TransactionClient,
  TransactionContext,
  TransactionPool,
} from "./tools/transactional-tool.ts";
export type { DurableTool, DurableToolOptions } from "./tools/run-tool.ts";
