// Converts the events of the Responses API to those of the contract. A complete response is read as
// the items of a stream without deltas.

import type { ModelStreamEvent } from "@ptc/llm";
import { ownData, startOf, type AnswerReader, type ReaderOptions } from "../api.ts";
import { ServerFailure } from "../errors.ts";
import type { StreamData } from "../server-sent-events.ts";
import {
  callInput,
  expectArray,
  expectObject,
  expectString,
  isObject,
  ShapeError,
  textOrAbsent,
  type UncheckedObject,
} from "@ptc/llm/adapter";
import { endOf, messageText } from "./response.ts";
import { partBreak, reasoningText, returnedItem } from "./reasoning.ts";
import { usageOf } from "./usage.ts";

type Events = Generator<ModelStreamEvent>;

/** The phase of a message in which the model says what it does, before the answer. */
const commentary = "commentary";

/** Commentary is thinking, because it isn't part of the answer. */
function typeOf({ isCommentary }: OpenItem): "thinking" | "text" {
  return isCommentary === true ? "thinking" : "text";
}

/** The received part of an item, by its position in the output. */
interface OpenItem {
  /** The id of a call, to which its result refers. */
  toolCallId?: string;
  received: string;
  /** The latest part of reasoning. */
  part?: string;
  /** True for a message that is not part of the answer. */
  isCommentary?: boolean;
}

export class ResponsesReader implements AnswerReader {
  private readonly options: ReaderOptions;
  private readonly items = new Map<unknown, OpenItem>();
  private isStarted = false;
  private hasCalls = false;
  private isRefused = false;

  constructor(options: ReaderOptions) {
    this.options = options;
  }

  *readWhole(body: unknown): Events {
    const response = expectObject(body, "the body");
    yield* this.refuse(response);
    yield* this.wholeItems(response);
    yield* this.finish(response);
  }

  *read(data: StreamData): Events {
    // Servers that send `[DONE]` have sent the entire response before it.
    if (data === "done") return;
    const event = expectObject(data.value, "an event");
    const { type, output_index: index, delta } = event;
    switch (type) {
      case "response.created":
      case "response.in_progress":
        yield* this.start(expectObject(event["response"], "the response"));
        return;
      case "response.output_item.added":
        yield* this.open(index, expectObject(event["item"], "an item"));
        return;
      case "response.refusal.delta":
        this.isRefused = true;
        yield* this.growText(index, delta);
        return;
      case "response.output_text.delta":
        yield* this.growText(index, delta);
        return;
      case "response.reasoning_summary_text.delta":
        yield* this.growThinking(index, `summary ${String(event["summary_index"])}`, delta);
        return;
      case "response.reasoning_text.delta":
        yield* this.growThinking(index, `content ${String(event["content_index"])}`, delta);
        return;
      case "response.function_call_arguments.delta":
        yield* this.growArguments(index, delta);
        return;
      case "response.output_item.done":
        yield* this.close(index, event["item"]);
        return;
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        yield* this.complete(expectObject(event["response"], "the response"));
        return;
      case "error":
        throw new ServerFailure(isObject(event["error"]) ? event["error"] : event);
      default:
        // Events of later versions and of server-side tools are ignored.
        if (isObject(event["error"])) throw new ServerFailure(event["error"]);
    }
  }

  *end(): Events {
    // The API reports when the response is complete.
  }

  private *start(response: UncheckedObject): Events {
    if (this.isStarted) return;
    this.isStarted = true;
    const { model, id, created_at: created } = response;
    yield startOf({ model, id, created }, this.options);
  }

  private itemAt(index: unknown): OpenItem {
    const item = this.items.get(index) ?? { received: "" };
    this.items.set(index, item);
    return item;
  }

  private *open(index: unknown, item: UncheckedObject): Events {
    const opened = this.itemAt(index);
    if (item["type"] === "message") opened.isCommentary = item["phase"] === commentary;
    if (item["type"] !== "function_call" || opened.toolCallId !== undefined) return;
    this.hasCalls = true;
    const toolCallId = expectString(item["call_id"], "the call_id of a call");
    opened.toolCallId = toolCallId;
    yield {
      type: "tool-call-start",
      toolCallId,
      toolName: expectString(item["name"], "a call's name"),
    };
  }

  private *growText(index: unknown, delta: unknown): Events {
    const text = expectString(delta, "a delta of text");
    const item = this.itemAt(index);
    item.received += text;
    if (text !== "") yield { type: `${typeOf(item)}-delta`, text };
  }

  private *growThinking(index: unknown, part: string, delta: unknown): Events {
    const item = this.itemAt(index);
    const isNext = item.part !== undefined && item.part !== part;
    const text = (isNext ? partBreak : "") + expectString(delta, "a delta of reasoning");
    item.part = part;
    item.received += text;
    if (text !== "") yield { type: "thinking-delta", text };
  }

  private *growArguments(index: unknown, delta: unknown): Events {
    const item = this.itemAt(index);
    const inputText = expectString(delta, "a delta of arguments");
    const { toolCallId } = item;
    if (toolCallId === undefined) throw new ShapeError("", "arguments come before their call");
    item.received += inputText;
    yield { type: "tool-call-delta", toolCallId, inputText };
  }

  private *close(index: unknown, given: unknown): Events {
    const item = expectObject(given, "an item of the output");
    const opened = this.itemAt(index);
    if (item["type"] === "message") yield* this.closeMessage(item, opened);
    if (item["type"] === "reasoning") yield* this.closeReasoning(item, opened);
    if (item["type"] === "function_call") {
      yield* this.open(index, item);
      yield* this.closeCall(item, opened);
    }
  }

  private *closeMessage(item: UncheckedObject, opened: OpenItem): Events {
    const { received, isCommentary: wasCommentary = false } = opened;
    const { text, isRefusal } = messageText(item);
    this.isRefused ||= isRefusal;
    const phase = textOrAbsent(item["phase"]) ?? (wasCommentary ? commentary : undefined);
    const isCommentary = phase === commentary;
    if (received === "") opened.isCommentary = isCommentary;
    if (received === "" && text !== "") yield { type: `${typeOf(opened)}-delta`, text };
    if (received === "" && text === "") return;
    const end =
      phase === undefined ? {} : { providerData: ownData(this.options.server, { phase }) };
    if (opened.isCommentary === true) yield { type: "thinking-end", ...end };
    // Some servers send the phase only at the end.
    else yield { type: "text-end", ...end, ...(isCommentary ? { isThinking: true } : {}) };
  }

  private *closeReasoning(item: UncheckedObject, { received }: OpenItem): Events {
    const text = received === "" ? reasoningText(item) : "";
    if (text !== "") yield { type: "thinking-delta", text };
    const returned = returnedItem(item);
    if (returned !== undefined)
      yield {
        type: "thinking-end",
        providerData: ownData(this.options.server, { item: returned }),
      };
    else if (text !== "" || received !== "") yield { type: "thinking-end" };
  }

  private *closeCall(item: UncheckedObject, { received, toolCallId = "" }: OpenItem): Events {
    const whole = expectString(item["arguments"], "the arguments of a call");
    const inputText = whole.startsWith(received) ? whole.slice(received.length) : "";
    if (inputText !== "") yield { type: "tool-call-delta", toolCallId, inputText };
    // Some servers rewrite the arguments in the final event.
    const isRewritten = !whole.startsWith(received);
    yield {
      type: "tool-call-end",
      toolCallId,
      ...(isRewritten ? { input: rewrittenInput(whole) } : {}),
    };
  }

  private *complete(response: UncheckedObject): Events {
    yield* this.refuse(response);
    yield* this.start(response);
    // A server that streams no items has them in the final response.
    if (this.items.size === 0) yield* this.wholeItems(response);
    yield* this.finish(response);
  }

  private *wholeItems(response: UncheckedObject): Events {
    const output = expectArray(response["output"], "output");
    yield* this.start(response);
    for (const [index, item] of output.entries()) yield* this.close(index, item);
  }

  /** A failed response may have used tokens. */
  private *refuse(response: UncheckedObject): Events {
    const { status, error } = response;
    if (status !== "failed" && !isObject(error)) return;
    yield* this.count(response);
    throw new ServerFailure(error);
  }

  private *count(response: UncheckedObject): Events {
    const usage = usageOf(response["usage"]);
    if (usage !== undefined) yield { type: "usage", usage };
  }

  private *finish(response: UncheckedObject): Events {
    yield* this.count(response);
    yield { type: "finish", ...endOf(response, this.hasCalls, this.isRefused) };
  }
}

/** @throws ShapeError, because the pieces of the call differ, so there is no text to return */
function rewrittenInput(text: string): unknown {
  const { input, malformedInput } = callInput(text);
  if (malformedInput !== undefined) throw new ShapeError("arguments", "expected JSON");
  return input;
}
