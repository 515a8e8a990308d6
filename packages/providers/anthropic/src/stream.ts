// Converts the API's events to those of the contract.

import type { RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages/messages";
import type { ModelStreamEvent, ModelUsage, ModelWarning, ResponseMetadata } from "@ptc/llm";
import {
  presentFields,
  expectObject,
  expectString,
  responseStart,
  ShapeError,
  textOrAbsent,
  type UncheckedObject,
  withoutEvents,
} from "@ptc/llm/adapter";
import { finishReasonOf, redacted, signed } from "./response.ts";
import { usageOf } from "./usage.ts";

export interface StreamOptions {
  readonly warnings: readonly ModelWarning[];
  readonly metadata: ResponseMetadata | undefined;
  /** The `content-type` of the response. */
  readonly contentType: string | null;
  /** Receives the tokens counted so far. */
  readonly usage: { current: ModelUsage | undefined };
}

/** The state of a block between its start and its end. */
type OpenBlock =
  | { readonly type: "text" }
  | { readonly type: "thinking"; signature: string }
  | { readonly type: "redacted"; readonly data: unknown }
  | { readonly type: "tool-call"; readonly toolCallId: string; hasDeltas: boolean; input: unknown }
  | { readonly type: "unknown" };

export async function* streamEvents(
  events: AsyncIterable<RawMessageStreamEvent>,
  options: StreamOptions,
): AsyncGenerator<ModelStreamEvent, void> {
  const reader = new EventReader(options);
  let isEmpty = true;
  for await (const event of events) {
    isEmpty = false;
    yield* reader.read(event);
  }
  // For example a proxy's page. The SDK finds no events in it.
  const { contentType } = options;
  if (isEmpty && contentType !== null && !contentType.startsWith("text/event-stream"))
    throw withoutEvents(contentType);
}

class EventReader {
  private readonly options: StreamOptions;
  private readonly blocks = new Map<unknown, OpenBlock>();
  private end: { readonly reason: unknown } | undefined;

  constructor(options: StreamOptions) {
    this.options = options;
  }

  /** Checks the event, because servers don't always send the types that the SDK declares. */
  *read(event: unknown): Generator<ModelStreamEvent> {
    const fields = expectObject(event, "event");
    switch (fields["type"]) {
      case "message_start":
        yield* this.start(expectObject(fields["message"], "message_start.message"));
        return;
      case "content_block_start":
        yield* this.open(fields["index"], expectObject(fields["content_block"], "content_block"));
        return;
      case "content_block_delta":
        yield* this.grow(fields["index"], expectObject(fields["delta"], "delta"));
        return;
      case "content_block_stop":
        yield* this.close(fields["index"]);
        return;
      case "message_delta":
        yield* this.count(fields["usage"]);
        this.end = { reason: expectObject(fields["delta"], "message_delta.delta")["stop_reason"] };
        return;
      case "message_stop":
        yield* this.finish();
    }
  }

  private *start(message: UncheckedObject): Generator<ModelStreamEvent> {
    const { model, id } = message;
    const { warnings, metadata } = this.options;
    yield responseStart({ modelId: model, responseId: id, warnings, metadata });
    yield* this.count(message["usage"]);
  }

  private *count(usage: unknown): Generator<ModelStreamEvent> {
    const known = this.options.usage;
    const counted = usageOf(typeof usage === "object" ? usage : undefined, known.current);
    if (counted === undefined || counted === known.current) return;
    known.current = counted;
    yield { type: "usage", usage: counted };
  }

  private *open(index: unknown, block: UncheckedObject): Generator<ModelStreamEvent> {
    switch (block["type"]) {
      case "text":
        this.blocks.set(index, { type: "text" });
        yield { type: "text-delta", text: expectString(block["text"] ?? "", "content_block.text") };
        return;
      case "thinking": {
        const signature = block["signature"];
        this.blocks.set(index, {
          type: "thinking",
          signature: typeof signature === "string" ? signature : "",
        });
        yield { type: "thinking-delta", text: expectString(block["thinking"] ?? "", "thinking") };
        return;
      }
      case "redacted_thinking":
        this.blocks.set(index, { type: "redacted", data: block["data"] });
        return;
      case "tool_use": {
        const toolCallId = expectString(block["id"], "tool_use.id");
        const input = block["input"] ?? {};
        this.blocks.set(index, { type: "tool-call", toolCallId, hasDeltas: false, input });
        yield {
          type: "tool-call-start",
          toolCallId,
          toolName: expectString(block["name"], "tool_use.name"),
        };
        return;
      }
      default:
        this.blocks.set(index, { type: "unknown" });
    }
  }

  private *grow(index: unknown, delta: UncheckedObject): Generator<ModelStreamEvent> {
    const block = this.blocks.get(index);
    if (block === undefined)
      throw new ShapeError("content_block_delta", "a delta comes before its block");
    if (delta["type"] === "text_delta" && block.type === "text")
      yield { type: "text-delta", text: expectString(delta["text"], "text_delta.text") };
    if (delta["type"] === "thinking_delta" && block.type === "thinking")
      yield {
        type: "thinking-delta",
        text: expectString(delta["thinking"], "thinking_delta.thinking"),
      };
    if (delta["type"] === "signature_delta" && block.type === "thinking")
      block.signature += expectString(delta["signature"], "signature_delta.signature");
    if (delta["type"] === "input_json_delta" && block.type === "tool-call") {
      block.hasDeltas = true;
      const inputText = expectString(delta["partial_json"], "input_json_delta.partial_json");
      yield { type: "tool-call-delta", toolCallId: block.toolCallId, inputText };
    }
  }

  private *close(index: unknown): Generator<ModelStreamEvent> {
    const block = this.blocks.get(index);
    this.blocks.delete(index);
    switch (block?.type) {
      case "text":
        yield { type: "text-end" };
        return;
      case "thinking":
        yield { type: "thinking-end", providerData: signed(block.signature) };
        return;
      case "redacted":
        yield { type: "thinking-end", providerData: redacted(block.data) };
        return;
      case "tool-call":
        yield {
          type: "tool-call-end",
          toolCallId: block.toolCallId,
          ...(block.hasDeltas ? {} : { input: block.input }),
        };
        return;
      case "unknown":
      case undefined:
    }
  }

  private *finish(): Generator<ModelStreamEvent> {
    const reason = this.end?.reason;
    yield {
      type: "finish",
      ...presentFields({
        finishReason: finishReasonOf(reason),
        rawFinishReason: textOrAbsent(reason),
      }),
    };
  }
}
