// Builds a response from the events of a stream.

import type { ModelResponse } from "../contract/model-response.ts";
import type { ModelUsage } from "../contract/model-usage.ts";
import type { ProviderData } from "../contract/provider-options.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import type { ModelStreamEvent, ModelStreamEventType } from "../contract/stream-event.ts";
import { ModelError } from "../errors/model-error.ts";
import { contentText } from "./content-text.ts";
import { callInput, type CallInput } from "./model-json.ts";
import { presentFields } from "@ptc/core/internal/host";

/** A content part that later events may extend. */
interface GrowingText {
  type: "text" | "thinking";
  text: string;
  providerData?: ProviderData;
}

interface GrowingToolCall {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  inputText: string;
  isEnded?: true;
  /** Wrapped in an object, because the value itself may be undefined. */
  input?: { readonly value: unknown };
  providerData?: ProviderData;
}

/** The text fields of each event type. */
const textsOf: ReadonlyMap<ModelStreamEventType, readonly string[]> = new Map([
  ["text-delta", ["text"]],
  ["thinking-delta", ["text"]],
  ["tool-call-start", ["toolCallId", "toolName"]],
  ["tool-call-delta", ["toolCallId", "inputText"]],
  ["tool-call-end", ["toolCallId"]],
]);

/** Finish reasons of responses that may end anywhere. */
const cutOff: ReadonlySet<ModelResponse["finishReason"]> = new Set([
  "length",
  "stopped",
  "content_filtered",
]);

type EventOf<Type extends ModelStreamEventType> = Extract<ModelStreamEvent, { type: Type }>;
type TextPiece = Pick<EventOf<"text-delta">, "text" | "id">;
type TextEnd = Pick<EventOf<"text-end">, "providerData" | "id" | "isThinking">;
type EventHandlers = {
  readonly [Type in ModelStreamEventType]: (
    collector: StreamCollector,
    event: EventOf<Type>,
  ) => void;
};

export class StreamCollector {
  usage: ModelUsage | undefined;
  start: EventOf<"response-start"> | undefined;
  end: EventOf<"finish"> | undefined;
  private readonly parts: (GrowingText | GrowingToolCall)[] = [];
  private readonly toolCalls = new Map<string, GrowingToolCall>();
  /** The block that events without an id extend. */
  private openText: GrowingText | undefined;
  /** Open blocks with an id, by type and id. */
  private readonly openBlocks = new Map<string, GrowingText>();

  /**
   * Adds an event. Ignores unknown types, because a newer adapter may send them.
   * @throws ModelError for `error` events, and for events without their required text
   */
  push(event: ModelStreamEvent): void {
    if (!Object.hasOwn(handlers, event.type)) return;
    // Adapters may be written in JavaScript, and a missing text would become the word "undefined"
    // in the response.
    const missing = textsOf
      .get(event.type)
      ?.find((name) => typeof (event as Readonly<Record<string, unknown>>)[name] !== "string");
    if (missing !== undefined) throw this.malformed(`has a ${event.type} without its ${missing}`);
    // The event's type selects the handler, but the compiler can't connect the two, so a cast is
    // needed.
    (handlers[event.type] as (collector: StreamCollector, event: ModelStreamEvent) => void)(
      this,
      event,
    );
  }

  /**
   * Returns the complete response. `modelId` is used if the stream doesn't name its model.
   * @throws ModelError if the stream ended too early
   */
  response(modelId: string): ModelResponse {
    if (this.end === undefined)
      throw new ModelError({
        kind: "network",
        message: "the model's stream ended before its answer did",
        modelId,
        usage: this.usage,
      });
    const { finishReason, rawFinishReason, providerData } = this.end;
    return this.answer(modelId, { finishReason, rawFinishReason, providerData });
  }

  /** Returns the partial response of a stream that was closed before its end. */
  stopped(modelId: string): ModelResponse {
    return this.answer(modelId, { finishReason: "stopped" });
  }

  private answer(
    modelId: string,
    end: { readonly finishReason: ModelResponse["finishReason"] } & {
      readonly [Name in "rawFinishReason" | "providerData"]?: ModelResponse[Name] | undefined;
    },
  ): ModelResponse {
    const isCut = cutOff.has(end.finishReason);
    const content = this.parts.map((part) => finishPart(part, isCut));
    return presentFields({
      content,
      text: contentText(content),
      modelId: this.start?.modelId ?? modelId,
      usage: this.usage,
      responseId: this.start?.responseId,
      warnings: this.start?.warnings,
      metadata: this.start?.metadata,
      ...end,
    });
  }

  appendText(type: GrowingText["type"], { text, id }: TextPiece): void {
    this.block(type, id).text += text;
  }

  /**
   * Ends a text part. It may have provider data without text, such as thinking that the provider
   * doesn't reveal.
   */
  endText(type: GrowingText["type"], { providerData, id, isThinking }: TextEnd): void {
    if (providerData !== undefined) this.block(type, id).providerData = providerData;
    if (isThinking === true) this.block(type, id).type = "thinking";
    if (id === undefined) this.openText = undefined;
    else this.openBlocks.delete(blockKey(type, id));
  }

  /** Returns the open block that a delta extends, or a new one. */
  private block(type: GrowingText["type"], id: string | undefined): GrowingText {
    const key = id === undefined ? undefined : blockKey(type, id);
    const open =
      key !== undefined
        ? this.openBlocks.get(key)
        : this.openText?.type === type
          ? this.openText
          : undefined;
    if (open !== undefined) return open;
    const begun: GrowingText = { type, text: "" };
    this.parts.push(begun);
    if (key === undefined) this.openText = begun;
    else this.openBlocks.set(key, begun);
    return begun;
  }

  startToolCall(toolCallId: string, toolName: string): void {
    // Some providers give every call the same id. Consecutive calls can still be distinguished.
    const known = this.toolCalls.get(toolCallId);
    if (known !== undefined && known.isEnded !== true)
      throw this.malformed(`starts the tool call ${JSON.stringify(toolCallId)} twice`);
    const call: GrowingToolCall = { type: "tool-call", toolCallId, toolName, inputText: "" };
    this.toolCalls.set(toolCallId, call);
    this.parts.push(call);
    this.openText = undefined;
  }

  toolCall(toolCallId: string): GrowingToolCall {
    const call = this.toolCalls.get(toolCallId);
    if (call === undefined)
      throw this.malformed(
        `continues the tool call ${JSON.stringify(toolCallId)}, which it never started`,
      );
    return call;
  }

  private malformed(problem: string): ModelError {
    return new ModelError({
      kind: "invalid_response",
      message: `the model's stream ${problem}`,
      usage: this.usage,
    });
  }
}

function blockKey(type: GrowingText["type"], id: string): string {
  return `${type} ${id}`;
}

const handlers: EventHandlers = {
  "response-start": (collector, event) => {
    collector.start = event;
  },
  "text-delta": (collector, event) => {
    collector.appendText("text", event);
  },
  "text-end": (collector, event) => {
    collector.endText("text", event);
  },
  "thinking-delta": (collector, event) => {
    collector.appendText("thinking", event);
  },
  "thinking-end": (collector, event) => {
    collector.endText("thinking", event);
  },
  "tool-call-start": (collector, { toolCallId, toolName }) => {
    collector.startToolCall(toolCallId, toolName);
  },
  "tool-call-delta": (collector, { toolCallId, inputText }) => {
    collector.toolCall(toolCallId).inputText += inputText;
  },
  "tool-call-end": (collector, event) => {
    endToolCall(collector.toolCall(event.toolCallId), event);
  },
  usage: (collector, { usage }) => {
    collector.usage = usage;
  },
  finish: (collector, event) => {
    collector.end = event;
  },
  error: (_, { error }) => {
    throw error;
  },
};

function endToolCall(call: GrowingToolCall, event: EventOf<"tool-call-end">): void {
  call.isEnded = true;
  if ("input" in event) call.input = { value: event.input };
  if (event.providerData !== undefined) call.providerData = event.providerData;
}

/** If `isCut`, the response ended early, so a call in it may be incomplete. */
function finishPart(part: GrowingText | GrowingToolCall, isCut: boolean): ResponsePart {
  if (part.type !== "tool-call") return part;
  const { type, toolCallId, toolName, providerData } = part;
  return {
    type,
    toolCallId,
    toolName,
    ...inputOf(part, isCut),
    ...presentFields({ providerData }),
  };
}

function inputOf({ input, inputText, isEnded }: GrowingToolCall, isCut: boolean): CallInput {
  if (input !== undefined) return { input: input.value };
  // Some providers send no text for a call without arguments. If the call was cut off, its
  // arguments are unknown.
  if (inputText.trim() === "")
    return isCut && isEnded !== true ? { input: null, malformedInput: inputText } : { input: {} };
  return callInput(inputText);
}
