// The events of the API as those of the contract.

import type { RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages/messages";
import type { ModelStreamEvent, ModelUsage, ModelWarning, ResponseMetadata } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { WrongShape } from "./errors.ts";
import { finishReasonOf, objectOf, redacted, signed, textOf } from "./response.ts";
import { usageOf } from "./usage.ts";

export interface StreamOptions {
  readonly warnings: readonly ModelWarning[];
  readonly metadata: ResponseMetadata | undefined;
  /** Is told the tokens that are counted so far. */
  readonly usage: { current: ModelUsage | undefined };
}

/** What is known of a block that is being written. */
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
  for await (const event of events) yield* reader.read(event);
}

type Fields = Readonly<Record<string, unknown>>;

class EventReader {
  private readonly options: StreamOptions;
  private readonly blocks = new Map<unknown, OpenBlock>();
  private end: { readonly reason: unknown } | undefined;

  constructor(options: StreamOptions) {
    this.options = options;
  }

  /** The server's words are not trusted to have the types that the SDK gives them. */
  *read(event: unknown): Generator<ModelStreamEvent> {
    const fields = objectOf(event, "an event");
    switch (fields["type"]) {
      case "message_start":
        yield* this.start(objectOf(fields["message"], "message_start.message"));
        return;
      case "content_block_start":
        yield* this.open(fields["index"], objectOf(fields["content_block"], "content_block"));
        return;
      case "content_block_delta":
        yield* this.grow(fields["index"], objectOf(fields["delta"], "delta"));
        return;
      case "content_block_stop":
        yield* this.close(fields["index"]);
        return;
      case "message_delta":
        yield* this.count(fields["usage"]);
        this.end = { reason: objectOf(fields["delta"], "message_delta.delta")["stop_reason"] };
        return;
      case "message_stop":
        yield* this.finish();
    }
  }

  private *start(message: Fields): Generator<ModelStreamEvent> {
    const { model, id } = message;
    const { warnings, metadata } = this.options;
    yield {
      type: "response-start",
      ...presentFields({
        modelId: typeof model === "string" ? model : undefined,
        responseId: typeof id === "string" ? id : undefined,
        warnings: warnings.length === 0 ? undefined : warnings,
        metadata,
      }),
    };
    yield* this.count(message["usage"]);
  }

  private *count(usage: unknown): Generator<ModelStreamEvent> {
    const known = this.options.usage;
    const counted = usageOf(typeof usage === "object" ? usage : undefined, known.current);
    if (counted === undefined || counted === known.current) return;
    known.current = counted;
    yield { type: "usage", usage: counted };
  }

  private *open(index: unknown, block: Fields): Generator<ModelStreamEvent> {
    switch (block["type"]) {
      case "text":
        this.blocks.set(index, { type: "text" });
        yield { type: "text-delta", text: textOf(block["text"] ?? "", "content_block.text") };
        return;
      case "thinking": {
        const signature = block["signature"];
        this.blocks.set(index, {
          type: "thinking",
          signature: typeof signature === "string" ? signature : "",
        });
        yield { type: "thinking-delta", text: textOf(block["thinking"] ?? "", "thinking") };
        return;
      }
      case "redacted_thinking":
        this.blocks.set(index, { type: "redacted", data: block["data"] });
        return;
      case "tool_use": {
        const toolCallId = textOf(block["id"], "tool_use.id");
        const input = block["input"] ?? {};
        this.blocks.set(index, { type: "tool-call", toolCallId, hasDeltas: false, input });
        yield {
          type: "tool-call-start",
          toolCallId,
          toolName: textOf(block["name"], "tool_use.name"),
        };
        return;
      }
      default:
        this.blocks.set(index, { type: "unknown" });
    }
  }

  private *grow(index: unknown, delta: Fields): Generator<ModelStreamEvent> {
    const block = this.blocks.get(index);
    if (block === undefined) throw new WrongShape("a delta comes before its block");
    if (delta["type"] === "text_delta" && block.type === "text")
      yield { type: "text-delta", text: textOf(delta["text"], "text_delta.text") };
    if (delta["type"] === "thinking_delta" && block.type === "thinking")
      yield { type: "thinking-delta", text: textOf(delta["thinking"], "thinking_delta.thinking") };
    if (delta["type"] === "signature_delta" && block.type === "thinking")
      block.signature += textOf(delta["signature"], "signature_delta.signature");
    if (delta["type"] === "input_json_delta" && block.type === "tool-call") {
      block.hasDeltas = true;
      const inputText = textOf(delta["partial_json"], "input_json_delta.partial_json");
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
        rawFinishReason: typeof reason === "string" ? reason : undefined,
      }),
    };
  }
}
