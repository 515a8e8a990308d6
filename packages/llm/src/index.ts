// `@ptc/llm`: the contract between an agent and a language model, the kit for both sides of it, and
// models for tests.

export type { FilePart } from "./contract/file-part.ts";
export type { FinishReason } from "./contract/finish-reason.ts";
export type { JsonSchema } from "./contract/json-schema.ts";
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

export { modelErrorKinds } from "./errors/error-kinds.ts";
export { isModelError, ModelError } from "./errors/model-error.ts";
export type { ModelErrorOptions } from "./errors/model-error.ts";
export { normaliseModelError } from "./errors/normalise-model-error.ts";
export type { NormaliseModelErrorOptions } from "./errors/normalise-model-error.ts";
export { redactSecrets, withoutSecrets } from "./errors/redact-secrets.ts";

export { collectStream } from "./kit/collect-stream.ts";
export type { CollectStreamOptions } from "./kit/collect-stream.ts";
export { base64Of } from "./kit/base64.ts";
export { contentText } from "./kit/content-text.ts";
export { ModelLookup, modelsByProvider } from "./kit/model-lookup.ts";
export type { ModelMaker } from "./kit/model-lookup.ts";
export { takesMediaType } from "./kit/media-types.ts";
export { presentFields } from "./kit/present-fields.ts";
export { raceSignal } from "./kit/race-signal.ts";
export { requestHeaders } from "./kit/request-headers.ts";
export { responseMetadata } from "./kit/response-metadata.ts";
export { streamResponse } from "./kit/stream-response.ts";
export { isLanguageModel, toLanguageModel } from "./kit/to-language-model.ts";
export type { FunctionModelOptions } from "./kit/to-language-model.ts";
export { addUsage, estimateTokens, estimateUsage } from "./kit/usage.ts";

export type { DoubleModelOptions, StreamingModel } from "./doubles/double-model.ts";
export { createRecordedModel } from "./doubles/recorded-model.ts";
export type { RecordedModel } from "./doubles/recorded-model.ts";
export { createRecorder } from "./doubles/recorder.ts";
export type { Recorder, RecorderOptions } from "./doubles/recorder.ts";
export { parseRecording } from "./doubles/recording.ts";
export type {
  RecordedAnswer,
  RecordedToolCall,
  Recording,
  RecordingResult,
} from "./doubles/recording.ts";
export { createScriptedModel } from "./doubles/scripted-model.ts";
export type { ScriptedAnswer, ScriptedModel, ScriptEntry } from "./doubles/scripted-model.ts";
