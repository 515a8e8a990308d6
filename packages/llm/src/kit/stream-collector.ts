// Puts a response together from the events of a stream.

import type { ModelResponse } from "../contract/model-response.ts";
import type { ModelUsage } from "../contract/model-usage.ts";
import type { ProviderData } from "../contract/provider-options.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import type { ModelStreamEvent, ModelStreamEventType } from "../contract/stream-event.ts";
import { ModelError } from "../errors/model-error.ts";
import { contentText } from "./content-text.ts";
import { presentFields } from "./present-fields.ts";

/** A part of the content that later events may still extend. */
interface GrowingText {
  readonly type: "text" | "thinking";
  text: string;
  providerData?: ProviderData;
}

interface GrowingToolCall {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  inputText: string;
  isEnded?: true;
  /** The value is wrapped in an object, because it may itself be undefined. */
  input?: { readonly value: unknown };
  providerData?: ProviderData;
}

/** The texts that events of each type have. */
const textsOf: ReadonlyMap<ModelStreamEventType, readonly string[]> = new Map([
  ["text-delta", ["text"]],
  ["thinking-delta", ["text"]],
  ["tool-call-start", ["toolCallId", "toolName"]],
  ["tool-call-delta", ["toolCallId", "inputText"]],
  ["tool-call-end", ["toolCallId"]],
]);

/** How an answer ends that may end anywhere. */
const cutOff: ReadonlySet<ModelResponse["finishReason"]> = new Set([
  "length",
  "stopped",
  "content_filtered",
]);

type EventOf<Type extends ModelStreamEventType> = Extract<ModelStreamEvent, { type: Type }>;
type TextPiece = Pick<EventOf<"text-delta">, "text" | "id">;
type TextEnd = Pick<EventOf<"text-end">, "providerData" | "id">;
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
  /** The block that grows by events without an id. */
  private openText: GrowingText | undefined;
  /** Blocks that have an id and no end yet, by their type and id. */
  private readonly openBlocks = new Map<string, GrowingText>();

  /**
   * Takes an event. Events of unknown types are ignored, because a newer adapter may send them.
   * @throws ModelError for `error` events, and for those that lack what they bring.
   */
  push(event: ModelStreamEvent): void {
    if (!Object.hasOwn(handlers, event.type)) return;
    // Adapters may be written in JavaScript, and "undefined" would be a word of the answer.
    const missing = textsOf
      .get(event.type)
      ?.find((name) => typeof (event as Readonly<Record<string, unknown>>)[name] !== "string");
    if (missing !== undefined) throw this.malformed(`has a ${event.type} without its ${missing}`);
    // The handler was looked up by the event's type, but the compiler cannot connect the two; hence
    // the cast.
    (handlers[event.type] as (collector: StreamCollector, event: ModelStreamEvent) => void)(
      this,
      event,
    );
  }

  /**
   * The whole answer. `modelId` is used when the stream does not name its model. @throws ModelError
   * when the stream ended too early.
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

  /** What there is of an answer whose stream was closed before its end. */
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
   * Ends a text part. It may have provider data and no text, as thinking that the provider does not
   * reveal.
   */
  endText(type: GrowingText["type"], { providerData, id }: TextEnd): void {
    if (providerData !== undefined) this.block(type, id).providerData = providerData;
    if (id === undefined) this.openText = undefined;
    else this.openBlocks.delete(blockKey(type, id));
  }

  /** The block that a piece goes on with; a new one where none is open. */
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
    // Some providers give every call the same id. Calls that follow each other can be told apart.
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

/** `isCut`: the answer has no end of its own, so a call in it may have none either. */
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

function inputOf(
  { input, inputText, isEnded }: GrowingToolCall,
  isCut: boolean,
): {
  readonly input: unknown;
  readonly malformedInput?: string;
} {
  if (input !== undefined) return { input: input.value };
  // Some providers send no text for a call without arguments. Of a call that was cut off nobody
  // knows whether it has any.
  if (inputText.trim() === "")
    return isCut && isEnded !== true ? { input: null, malformedInput: inputText } : { input: {} };
  try {
    return { input: JSON.parse(inputText) as unknown };
  } catch {
    return { input: null, malformedInput: inputText };
  }
}
