// `@ptc/subagent/internal/programs`: runs and shows programs for servers of this repository.
// Versioning doesn't cover these names: they can change in any release.

export { checkedAgent } from "../agent/agent.ts";
export { librariesOption } from "../agent/libraries-option.ts";
export type { AgentTool } from "../agent/agent-tool.ts";
export { noteReturn } from "../firewall/hidden-values.ts";
export { knownOptions, isBoolean, wholeNumber, wrongOption } from "../options/option-checks.ts";
export { jsonPreview } from "./json-preview.ts";
export type { JsonPreview, PreviewBounds } from "./json-preview.ts";
export { shownPrints } from "../prompt/shown-prints.ts";
export { promptText } from "../prompt/prompt-text.ts";
export { ToolResults } from "../prompt/tool-results.ts";
export { toolText } from "../prompt/tool-section.ts";
export { ProgramRunner } from "./program-runner.ts";
export type { ProgramOutcome, RunnerInputs, StoredResult } from "./program-runner.ts";
