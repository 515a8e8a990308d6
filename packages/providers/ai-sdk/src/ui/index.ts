// `@ptc/ai-sdk/ui`: runs of agents as UI message streams of the AI SDK, for `useChat`.

export { decisionsOf } from "./decisions-of.ts";
export { createUIMessageStreamResponse, pipeToNodeResponse } from "./responses.ts";
export type { UIMessageResponseOptions } from "./responses.ts";
export { toUIMessageStream } from "./to-ui-message-stream.ts";
export type { UIMessageStreamOptions } from "./to-ui-message-stream.ts";
export type {
  UIAttachment,
  UIMessageOfRun,
  UIRunData,
  UIRunMetadata,
  UIToolCall,
} from "./ui-message.ts";
