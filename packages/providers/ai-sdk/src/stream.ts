// Converts the parts of an AI SDK stream to events of the contract. A call arrives in pieces and
// then complete; the complete one counts.

import type { ModelStreamEvent, ModelUsage, ResponseMetadata } from "@ptc/llm";
import { fromModelJson, presentFields } from "@ptc/llm/adapter";
import { StreamFailure } from "./errors.ts";
import { finishOf } from "./finish.ts";
import { providerDataOf, thinkingDataOf } from "./provider-data.ts";
import type { AskedModel } from "./response.ts";
import {
  expectName,
  expectObject,
  expectString,
  ShapeError,
  textOrAbsent,
  type UncheckedObject,
} from "@ptc/llm/adapter";
import { usageOf } from "./usage.ts";
import { warningsOf } from "./warnings.ts";

type Events = Generator<ModelStreamEvent>;
type Start = Extract<ModelStreamEvent, { type: "response-start" }>;
type BlockType = "text" | "thinking";
/** Limits open items that yield no events, which consumers therefore can't count. */
const mostOpen = 1_000;

type Handler = (reader: PartReader, part: UncheckedObject) => Events;

export class PartReader {
  usage: ModelUsage | undefined;
  private readonly asked: AskedModel;
  private start: Start;
  private isStarted = false;
  /** Provider data of open blocks, by kind and id. */
  private readonly attached = new Map<string, unknown>();
  /** The arguments so far of open calls, by id. */
  private readonly calls = new Map<string, { readonly isJson: boolean; text: string }>();
  /** Calls that the provider executes itself. */
  private readonly foreign = new Set<string>();
  private hasCalls = false;

  constructor(asked: AskedModel & { readonly metadata: ResponseMetadata | undefined }) {
    this.asked = asked;
    const { metadata } = asked;
    this.start = {
      type: "response-start",
      ...this.warningsWith(undefined),
      ...presentFields({ metadata }),
    };
  }

  /**
   * @throws ShapeError for a part without its required fields, StreamFailure for a reported
   * failure
   */
  *read(given: unknown): Events {
    const part = expectObject(given, "a part of the stream");
    const handler = handlers.get(expectString(part["type"], "the type of a part"));
    // The contract has no other parts, such as sources.
    if (handler === undefined) return;
    yield* handler(this, part);
  }

  /** Starts the response. The start has two parts, and the second may come late or be missing. */
  *begin(more: Omit<Start, "type">): Events {
    this.start = { ...this.start, ...more };
    if (this.isStarted) yield this.start;
  }

  /** Yields the start once, before any other event. */
  private *begun(): Events {
    if (this.isStarted) return;
    this.isStarted = true;
    yield this.start;
  }

  warningsWith(given: unknown): Omit<Start, "type"> {
    return presentFields({ warnings: warningsOf(this.asked.warnings, given) });
  }

  /** Provider data may come at the start, with a delta or at the end; the last one wins. */
  *openBlock(type: BlockType, { id, providerMetadata }: UncheckedObject): Events {
    const key = `${type} ${expectString(id, "the id of a block")}`;
    this.attached.set(key, providerMetadata ?? this.attached.get(key));
    this.bound(this.attached.size);
    yield* this.begun();
  }

  *growBlock(type: BlockType, part: UncheckedObject): Events {
    yield* this.openBlock(type, part);
    const text = expectString(part["delta"], "the delta of a block");
    if (text !== "") yield { type: `${type}-delta`, id: expectString(part["id"], "id"), text };
  }

  *endBlock(type: BlockType, part: UncheckedObject): Events {
    yield* this.openBlock(type, part);
    const id = expectString(part["id"], "id");
    const metadata = this.attached.get(`${type} ${id}`);
    this.attached.delete(`${type} ${id}`);
    const providerData =
      type === "text" ? providerDataOf(metadata) : thinkingDataOf(metadata, this.asked.provider);
    yield { type: `${type}-end`, id, ...presentFields({ providerData }) };
  }

  private bound(open: number): void {
    if (open > mostOpen)
      throw new ShapeError(
        "",
        `the stream has more than ${String(mostOpen)} blocks or calls at once`,
      );
  }

  *startCall(part: UncheckedObject): Events {
    const toolCallId = expectName(part["id"], "the id of a call");
    if (part["providerExecuted"] === true) {
      this.foreign.add(toolCallId);
      this.bound(this.foreign.size);
      return;
    }
    const toolName = expectName(part["toolName"], "the toolName of a call");
    this.hasCalls = true;
    this.calls.set(toolCallId, { isJson: part["inputEncoding"] !== "text", text: "" });
    yield* this.begun();
    yield { type: "tool-call-start", toolCallId, toolName };
  }

  *growCall(part: UncheckedObject): Events {
    const toolCallId = expectName(part["id"], "the id of a call");
    if (this.foreign.has(toolCallId)) return;
    const call = this.calls.get(toolCallId);
    if (call === undefined) throw new ShapeError("", "a piece of a call comes before its start");
    const inputText = expectString(part["delta"], "the delta of a call");
    if (!call.isJson || inputText === "") return;
    call.text += inputText;
    yield { type: "tool-call-delta", toolCallId, inputText };
  }

  *call(part: UncheckedObject): Events {
    const toolCallId = expectName(part["toolCallId"], "the toolCallId of a call");
    if (part["providerExecuted"] === true || this.foreign.has(toolCallId)) return;
    const toolName = expectName(part["toolName"], "the toolName of a call");
    const input = expectString(part["input"], "the input of a call");
    if (!this.calls.has(toolCallId)) yield* this.startCall({ id: toolCallId, toolName });
    const received = this.calls.get(toolCallId)?.text ?? "";
    this.calls.delete(toolCallId);
    const rest = input.startsWith(received) ? input.slice(received.length) : undefined;
    if (rest !== undefined && rest !== "")
      yield { type: "tool-call-delta", toolCallId, inputText: rest };
    yield {
      type: "tool-call-end",
      toolCallId,
      ...(rest === undefined ? { input: parsed(input) } : {}),
      ...presentFields({ providerData: providerDataOf(part["providerMetadata"]) }),
    };
  }

  *finish(part: UncheckedObject): Events {
    yield* this.begun();
    const usage = usageOf(part["usage"]);
    if (usage !== undefined) {
      this.usage = usage;
      yield { type: "usage", usage };
    }
    yield { type: "finish", ...finishOf(part["finishReason"], this.hasCalls) };
  }
}

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["stream-start", (reader, part) => reader.begin(reader.warningsWith(part["warnings"]))],
  [
    "response-metadata",
    (reader, { modelId, id }) =>
      reader.begin(presentFields({ modelId: textOrAbsent(modelId), responseId: textOrAbsent(id) })),
  ],
  ["text-start", (reader, part) => reader.openBlock("text", part)],
  ["text-delta", (reader, part) => reader.growBlock("text", part)],
  ["text-end", (reader, part) => reader.endBlock("text", part)],
  ["reasoning-start", (reader, part) => reader.openBlock("thinking", part)],
  ["reasoning-delta", (reader, part) => reader.growBlock("thinking", part)],
  ["reasoning-end", (reader, part) => reader.endBlock("thinking", part)],
  ["tool-input-start", (reader, part) => reader.startCall(part)],
  ["tool-input-delta", (reader, part) => reader.growCall(part)],
  ["tool-call", (reader, part) => reader.call(part)],
  ["finish", (reader, part) => reader.finish(part)],
  [
    "error",
    (_, { error }) => {
      throw error instanceof Error ? error : new StreamFailure(error);
    },
  ],
]);

/** @throws ShapeError, because the deltas of the call differed, so there is no text to return */
function parsed(input: string): unknown {
  try {
    return fromModelJson(input);
  } catch {
    throw new ShapeError(
      "input",
      "the arguments of a call aren't JSON and differ from their pieces",
    );
  }
}
