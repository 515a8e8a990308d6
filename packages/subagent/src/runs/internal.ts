// `@ptc/subagent/internal/runs`: what other packages that keep runs need.

export { checkedDecisions } from "./change-run.ts";
export { clearContext, clearStep, HiddenData, type ClearContext } from "./clear-data.ts";
export { agentNamed, checkedAgents, setupOf } from "./run-agents.ts";
export { hasEnded, runStatuses } from "./run-info.ts";
export { shown } from "./run-state.ts";
