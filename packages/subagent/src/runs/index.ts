// `@ptc/subagent/runs`: keeps runs of agents in a store, and works on them in many processes.

export { createRuns } from "./create-runs.ts";
export type { RunPage, RunQuery, Runs } from "./create-runs.ts";
export type { RunAgent, RunAgents, RunRequest, RunSetup } from "./run-agents.ts";
export type { RunFailure, RunInfo, RunStatus, RunSummary, WaitingCall } from "./run-info.ts";
export { RunsError } from "./runs-error.ts";
export type { RunsProblem } from "./runs-error.ts";
export type { RunErrorInfo, RunsOptions, WorkerOptions } from "./runs-options.ts";
export type { StartOptions } from "./start-run.ts";
