// `@ptc/llm`: the contract between an agent and a language model, and models for tests. Helpers for
// provider adapters are in `@ptc/llm/adapter`.

export type { FilePart } from "./contract/file-part.ts";
export type { FinishReason } from "./contract/finish-reason.ts";
export type { JsonSchema } from "@ptc/core/contracts";
export type { LanguageModel } from "./contract/language-model.ts";
export type {
  AssistantMessage,
  ModelMessage,
  SystemMessage,
  ToolMessage,
  UserMessage,
} from "./contract/message.ts";
export type { ModelCapabilities } from "./contract/model-capabilities.ts";
export type { ModelErrorKind } from "./contract/model-error-kind.ts";
export type { ModelAnswer, ModelFunction } from "./contract/model-function.ts";
export type { ModelRequest } from "./contract/model-request.ts";
export type { ModelResponse } from "./contract/model-response.ts";
export type { ModelUsage } from "./contract/model-usage.ts";
export type { ModelWarning } from "./contract/model-warning.ts";
export type { ProviderData, ProviderOptions } from "./contract/provider-options.ts";
export type { ResponseMetadata } from "./contract/response-metadata.ts";
export type { ResponsePart } from "./contract/response-part.ts";
export type { SamplingOptions } from "./contract/sampling-options.ts";
export type { ModelStreamEvent, ModelStreamEventType } from "./contract/stream-event.ts";
export type { StructuredOutput } from "./contract/structured-output.ts";
export type { TextPart } from "./contract/text-part.ts";
export type { ThinkingOptions } from "./contract/thinking-options.ts";
export type { ThinkingPart } from "./contract/thinking-part.ts";
export type { ToolCallPart } from "./contract/tool-call-part.ts";
export type { ToolChoice } from "./contract/tool-choice.ts";
export type { ToolDefinition } from "./contract/tool-definition.ts";
export type { ToolResultPart } from "./contract/tool-result-part.ts";
export type { UserPart } from "./contract/user-part.ts";

export { isModelError, ModelError } from "./errors/model-error.ts";
export type { ModelErrorOptions } from "./errors/model-error.ts";

export { collectStream } from "./kit/collect-stream.ts";
export type { CollectStreamOptions } from "./kit/collect-stream.ts";
export { contentText } from "./kit/content-text.ts";
export { modelsByProvider } from "./kit/model-lookup.ts";
export type { ModelMaker } from "./kit/model-lookup.ts";
export { toLanguageModel } from "./kit/to-language-model.ts";
export type { FunctionModelOptions } from "./kit/to-language-model.ts";

export type { DoubleModelOptions, StreamingModel } from "./doubles/double-model.ts";
export { createRecordedModel } from "./doubles/recorded-model.ts";
export type { RecordedModel } from "./doubles/recorded-model.ts";
export { createModelRecorder } from "./doubles/recorder.ts";
export type { ModelRecorder, ModelRecorderOptions } from "./doubles/recorder.ts";
export { parseRecording } from "./doubles/recording.ts";
export type {
  RecordedAnswer,
  RecordedToolCall,
  Recording,
  RecordingResult,
} from "./doubles/recording.ts";
export { createScriptedModel } from "./doubles/scripted-model.ts";
export type { ScriptedAnswer, ScriptedModel, ScriptEntry } from "./doubles/scripted-model.ts";
