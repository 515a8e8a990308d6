// `@ptc/lisp/internal`: how the other packages of PTC call tools as a run does. Versioning does not
// cover it: any release may change or remove it.

export { Libraries } from "./analysis/known-libraries.ts";
export { noteHidden } from "./persistence/hidden-memory.ts";
export { collected, comesInPieces } from "./effects/collected-answer.ts";
export { firewalledName } from "./persistence/sequences-name.ts";
export { ToolRunner, wrappedTool } from "./effects/tool-runner.ts";
export type { ToolCall, ToolRunnerOptions, ToolWrapper } from "./effects/tool-runner.ts";
export { Suspension } from "./waiting/suspension.ts";
export { findTool } from "./effects/find-tool.ts";
export { namedTools } from "./entry/named-tools.ts";
export { searchTools } from "./entry/search-tools.ts";
export type { FoundTool } from "./builtins/library/find-tools.ts";
export { clearMemory } from "./waiting/clear-memory.ts";
