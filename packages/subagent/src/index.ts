// `@ptc/subagent`: agents that answer missions by writing programs.

export { defineAgent } from "./agent/agent.ts";
export type { Agent, AgentOptions, AgentTool } from "./agent/agent.ts";
export { tool } from "./agent/tool.ts";
export type { SchemaToolOptions, SignatureToolOptions } from "./agent/tool.ts";
export type { HostValue } from "./agent/host-value.ts";
export { run } from "./loop/run.ts";
export type { ContextOption, MissionOptions } from "./loop/run.ts";
export type { FailedMission, MissionStep, MissionUsage, SuccessfulMission, Turn } from "./loop/step.ts";
export { extractProgram } from "./answer/extract-program.ts";
export type { ExtractedProgram } from "./answer/extract-program.ts";
export { stripThinking } from "./answer/strip-thinking.ts";
export { formatFeedback } from "./preview/format-feedback.ts";
export type { FeedbackFormat, FormattedValue } from "./preview/format-feedback.ts";
export { formatResult } from "./preview/format-result.ts";
export type { ResultFormat } from "./preview/format-result.ts";
export { truncateForHistory } from "./preview/truncate-for-history.ts";
export type { HistoryBounds, TruncatedValue } from "./preview/truncate-for-history.ts";
export type { Mission } from "./mission/mission.ts";
