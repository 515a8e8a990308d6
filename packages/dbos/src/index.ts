// `@ptc/dbos`: missions as durable workflows of DBOS, on any number of machines.

export { createDurableRuns } from "./durable-runs.ts";
export type { DurableRuns, DurableStartOptions } from "./durable-runs.ts";
export type { DurableAgent, AgentRuns, DurableRunRequest } from "./agents.ts";
export type { DurableQueue, DurableRunsOptions, DurableWorkerOptions } from "./options.ts";
export type { DurablePageOptions, DurableRunQuery } from "./tables/run-list.ts";
export { transactionalTool } from "./tools/transactional-tool.ts";
export type {
  TransactionalToolOptions,
  TransactionClient,
  TransactionContext,
  TransactionPool,
} from "./tools/transactional-tool.ts";
export type { DurableTool, DurableToolOptions } from "./tools/run-tool.ts";
