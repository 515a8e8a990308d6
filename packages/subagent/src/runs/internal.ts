// `@ptc/subagent/internal/runs`: what other packages that keep runs need.

export { checkedDecisions } from "./change-run.ts";
export { assertClearChange, clearContext, clearStep, type ClearContext } from "./clear-data.ts";
export { HiddenData } from "../firewall/hidden-data.ts";
export { agentNamed, checkedAgents, setupOf } from "./run-agents.ts";
export { AgentError, retriable, retryPause } from "./retries.ts";
export { contextOf } from "./run-attempt.ts";
export { hasEnded, runStatuses } from "./run-info.ts";
export { journalOf } from "./run-journal.ts";
export { damaged, parsed, shown, type RunInput } from "./run-state.ts";
export { runInput } from "./start-run.ts";
