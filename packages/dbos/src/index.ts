// `@ptc/dbos`: missions as durable workflows of DBOS, on any number of machines.

export { createDurableRuns } from "./durable-runs.ts";
export type { DurableRuns, DurableStartOptions } from "./durable-runs.ts";
export type { DurableAgent, AgentRuns, DurableRunRequest, DurableRunSetup } from "./agents.ts";
export type { DurableQueue, DurableRunsOptions, DurableWorkerOptions } from "./options.ts";
export type {
  DurableRunFailure,
  DurableRunInfo,
  DurableRunStatus,
  DurableRunSummary,
  DurableWaitingCall,
} from "./run-types.ts";
export type { DurablePageOptions, DurableRunPage, DurableRunQuery } from "./tables/run-list.ts";
export { DurableRunsError } from "./runs-error.ts";
export type { DurableRunsProblem } from "./runs-error.ts";
export { transactionalTool } from "./tools/transactional-tool.ts";
export type {
  TransactionalToolOptions,
  TransactionClient,
  TransactionContext,
  TransactionPool,
} from "./tools/transactional-tool.ts";
export type { DurableTool, DurableToolOptions } from "./tools/run-tool.ts";
