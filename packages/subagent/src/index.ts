// `@ptc/subagent`: agents that answer missions by writing programs.

export { defineAgent } from "./agent/agent.ts";
export type { Agent, AnyAgent, PromisedAnswer } from "./agent/agent.ts";
export type { AgentOptions, AgentOverrides } from "./agent/agent-options.ts";
export type {
  Completion,
  MemoryStrategy,
  MissionLogPlace,
  OnBudgetExceeded,
} from "./agent/agent-option-table.ts";
export type {
  CompactionOptions,
  CompactionStrategy,
  CompactionTrigger,
} from "./agent/compaction-option.ts";
export type { CompactionReason, CompactionUsage } from "./step/compaction-usage.ts";
export type { ModeName } from "./mode-traits/mode-table.ts";
export type { AgentTool } from "./agent/agent-tool.ts";
export type { ModelOptions } from "./agent/model-options.ts";
export type { SystemPromptOption } from "./agent/system-prompt-option.ts";
export type { FormatOptions } from "./agent/format-options.ts";
export type { PlanEntry, PlanItem } from "./agent/plan.ts";
export { tool } from "./agent/tool.ts";
export type { CallableTool, ToolAnswer, ToolOptions } from "./agent/tool.ts";
export type { ToolContext } from "./agent/tool-context.ts";
export type {
  Exposure,
  Fail,
  FailDetails,
  FailReason,
  NativeResult,
  StandardSchema,
  Tool,
  ToolArguments,
  ToolCallRecord,
  ToolFunction,
  Tools,
  TraceEvent,
  TraceEventType,
  TraceSink,
  TypedTool,
  TypedToolFunction,
} from "@ptc/core/contracts";
export type { AnswerSchema } from "./agent/answer-schema.ts";
export { depsOf } from "./agent/deps.ts";
export type { DepsOption, DepsType } from "./agent/deps.ts";
export { askUser } from "./tools/ask-user.ts";
export type { AskUserOptions, Question } from "@ptc/lisp/ask";
export { asTool } from "./tools/as-tool.ts";
export type { AsToolOptions } from "./tools/as-tool.ts";
export { llmTool } from "./tools/llm-tool.ts";
export type { LlmToolOptions } from "./tools/llm-tool.ts";
export { llmQuery } from "./tools/llm-query.ts";
export type { LlmQueryOptions } from "./tools/llm-query.ts";
export { selfTool } from "./agent/mission-tool.ts";
export type { AgentTools, MissionTool, ToolOfAgent } from "./agent/mission-tool.ts";
export { ToolFailure } from "@ptc/core/errors";
export type { HostValue } from "./agent/host-value.ts";
export { run, runOrThrow } from "./run/run.ts";
export type {
  AgentRunOptions,
  AnswerOfRun,
  PromptOptions,
  RunOptions,
} from "./run/started-mission.ts";
export { resume } from "./run/resume.ts";
export { checkpointOf, fork } from "./run/checkpoints.ts";
export type { ForkOptions } from "./waiting/fork.ts";
export type { MissionResumeOptions } from "./run/resume.ts";
export {
  answer,
  approve,
  CheckpointError,
  createLibraries,
  deny,
  LibraryError,
  suspend,
} from "@ptc/lisp";
export type { Libraries, Library, LibraryFunction } from "@ptc/lisp";
export type {
  ArgumentMatcher,
  Policy,
  PolicyCall,
  PolicyDefaults,
  PolicyFunction,
  PolicyRule,
  PolicyVerdict,
  PolicyWithDefaults,
  ToolEffect,
  ToolTraits,
} from "@ptc/lisp";
export type {
  CheckpointEntry,
  CheckpointOfOptions,
  CheckpointOptions,
  CheckpointProblem,
  CheckpointStore,
  Decision,
  Decisions,
  EntryOptions,
  PendingCall,
  SuspendOptions,
} from "@ptc/lisp";
export type { MissionCheckpoint } from "./step/mission-checkpoint.ts";
export { chain } from "./run/chain.ts";
export type { ChainedStep, ChainOptions } from "./run/chain-types.ts";
export { runAll } from "./run/run-all.ts";
export type { RunOfAll, StepsOf } from "./run/run-all.ts";
export type { RunAllOptions } from "./run/run-all-options.ts";
export { runEvents } from "./run/run-events.ts";
export type { MissionEvent, MissionEvents } from "./run/run-events.ts";
export type { ContextOption } from "./chain/context-option.ts";
export type { MissionOptions } from "./loop/mission-options.ts";
export type { DeltaKind, ModelDelta, ModelDeltaEvent } from "./model/model-delta.ts";
export { priceTable } from "./bounds/price-table.ts";
export type { TokenPrices } from "@ptc/llm/prices";
export type { Price } from "./bounds/request-cost.ts";
export type { BudgetCallback, BudgetDecision, BudgetUsage } from "./bounds/budget-callback.ts";
export type { ModelChoice, ModelRegistry } from "./model/resolve-model.ts";
export type { RetryOptions } from "./model/retry-policy.ts";
export type { JournalChange, JournalStore } from "@ptc/lisp";
export { journalEntry, readJournal } from "./journal/journal-entry.ts";
export { journalIn } from "./journal/journal-in.ts";
export type { StoreJournal } from "./journal/journal-in.ts";
export type { ReadJournalOptions } from "./journal/journal-entry.ts";
export { previewPrompt } from "./run/preview-prompt.ts";
export type { PromptPreview } from "./run/preview-prompt.ts";
export { createChat } from "./chat/chat.ts";
export type { Chat } from "./chat/chat.ts";
export { chatIn } from "./chat/chat-in.ts";
export type { StoreChatOptions } from "./chat/chat-in.ts";
export type { WaitingMessage } from "./chat/chat-record.ts";
export type { ChatOptions, SendOptions } from "./chat/chat-options.ts";
export { createProgramTool } from "./program-tool/program-tool.ts";
export type { ProgramTool } from "./program-tool/program-tool.ts";
export type {
  ProgramAnswer,
  ProgramCall,
  ResumedProgramCall,
} from "./program-tool/program-answer.ts";
export type { ProgramToolOptions } from "./program-tool/program-tool-options.ts";
export { failedStep, successfulStep } from "./step/make-step.ts";
export type { StepFields } from "./step/make-step.ts";
export { MissionError } from "./step/mission-error.ts";
export type {
  ChildStep,
  FailedMission,
  MissionStep,
  MissionUsage,
  SpentByMissions,
  StepTool,
  SuccessfulMission,
  Turn,
  WaitingMission,
} from "./step/step.ts";
export type { HostFile } from "@ptc/core/values";
export { fromJson, toJson } from "@ptc/core/json";
export type { BigIntJson, ToJsonOptions } from "@ptc/core/json";
export { contextFile } from "./files/context-file.ts";
export type { ContextFile, ContextFileOptions } from "./files/context-file.ts";
export type { StepFilePart, StepMessage } from "./step/step-message.ts";
export type { Mission } from "./run/mission.ts";
