// `@ptc/subagent/compiled`: agents whose program a model wrote once, and that run without a model.

export { compileAgent, recompileAgent } from "./compile.ts";
export type { CompileOptions, CompileResult, EarlierProgram } from "./compile.ts";
export { CompiledAgent } from "./compiled-agent.ts";
export type { CompiledRunOptions } from "./compiled-agent.ts";
export type { OnDrift } from "./compiled-run.ts";
export { compiledAgentFromJson } from "./compiled-from-json.ts";
export type { CompiledAgentFromJsonResult } from "./compiled-from-json.ts";
export type { CompiledJson } from "./compiled-format.ts";
export type { CompiledNeeds } from "./fingerprint.ts";
export type { DataKind, DataShape } from "./data-shape.ts";
export type { Sample } from "./sample.ts";
