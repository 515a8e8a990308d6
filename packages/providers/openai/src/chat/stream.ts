// Converts the events of Chat Completions to those of the contract. A complete response is read as
// a stream of one event with its message as the delta.

import type { ModelStreamEvent } from "@ptc/llm";
import { ownData, startOf, type AnswerReader, type ReaderOptions } from "../api.ts";
import { ServerFailure } from "../errors.ts";
import type { StreamData } from "../server-sent-events.ts";
import {
  exactJsonText,
  expectArray,
  expectObject,
  expectString,
  isObject,
  optionalString,
  ShapeError,
  textOrAbsent,
  type UncheckedObject,
} from "@ptc/llm/adapter";
import { contentParts, type ContentPart } from "./content.ts";
import { contentField, reasoningIn, ReasoningDetails } from "./reasoning.ts";
import { choiceIn, choiceOf, endOf } from "./response.ts";
import { usageOf } from "./usage.ts";

type Events = Generator<ModelStreamEvent>;

interface OpenCall {
  readonly toolCallId: string;
  /** The server's id, which may be missing or shared with another call. */
  readonly givenId: string | undefined;
  extra: unknown;
}

export class ChatReader implements AnswerReader {
  private readonly options: ReaderOptions;
  private readonly calls = new Map<string, OpenCall>();
  private readonly callAt = new Map<number, OpenCall>();
  private details = new ReasoningDetails();
  /** The field that currently receives thinking: `content` if it is a part of the content. */
  private thinking: string | undefined;
  private isStarted = false;
  private isRefused = false;
  private isCounted = false;
  private reason: string | undefined;

  constructor(options: ReaderOptions) {
    this.options = options;
  }

  *readWhole(given: unknown): Events {
    const body = expectObject(given, "the body");
    refuseFailure(body);
    const choice = choiceOf(body);
    yield* this.start(body);
    yield* this.grow(expectObject(choice["message"], "the message"));
    this.reason = textOrAbsent(choice["finish_reason"]);
    yield* this.count(body);
    yield* this.finish();
  }

  *read(data: StreamData): Events {
    if (data === "done") {
      if (!this.isStarted) throw new ShapeError("", "the stream ended without a response");
      yield* this.finish();
      return;
    }
    const event = expectObject(data.value, "an event");
    refuseFailure(event);
    const choice = choiceIn(event);
    if (choice !== undefined) {
      yield* this.start(event);
      if (isObject(choice["delta"])) yield* this.grow(choice["delta"]);
      this.reason = textOrAbsent(choice["finish_reason"]) ?? this.reason;
    }
    yield* this.count(event);
    // The last event has no choice; some servers omit the `[DONE]` after it.
    if (choice === undefined && this.isCounted) yield* this.end();
  }

  /** Without `[DONE]` and usage, a response with a finish reason is complete. */
  *end(): Events {
    if (this.reason !== undefined) yield* this.finish();
  }

  private *start({ model, id, created }: UncheckedObject): Events {
    if (this.isStarted) return;
    this.isStarted = true;
    yield startOf({ model, id, created }, this.options);
  }

  private *count({ usage: given }: UncheckedObject): Events {
    const usage = usageOf(given);
    if (usage === undefined) return;
    this.isCounted = true;
    yield { type: "usage", usage };
  }

  private *grow(delta: UncheckedObject): Events {
    const reasoning = reasoningIn(delta);
    if (reasoning !== undefined) yield* this.growThinking(reasoning);
    this.details.add(delta["reasoning_details"]);
    const refusal = optionalString(delta["refusal"], "the refusal");
    const refused: ContentPart = { text: refusal, isRefusal: true };
    for (const part of [...contentParts(delta["content"]), refused]) {
      if (part.text === "") continue;
      if (part.isThinking === true)
        yield* this.growThinking({ text: part.text, field: contentField });
      else yield* this.growText(part);
    }
    const calls = expectArray(delta["tool_calls"] ?? [], "tool_calls");
    for (const [place, call] of calls.entries())
      yield* this.growCall(expectObject(call, "a call"), place);
  }

  private *growThinking({ text, field }: { text: string; field: string }): Events {
    this.thinking = field;
    yield { type: "thinking-delta", text };
  }

  private *growText({ text, isRefusal = false }: ContentPart): Events {
    this.isRefused ||= isRefusal;
    yield* this.closeThinking();
    yield { type: "text-delta", text };
  }

  private *closeThinking(): Events {
    const { list } = this.details;
    if (this.thinking === undefined && list.length === 0) return;
    const fields = {
      ...(this.thinking === undefined ? {} : { field: this.thinking }),
      ...(list.length === 0 ? {} : { details: list }),
    };
    yield { type: "thinking-end", providerData: ownData(this.options.server, fields) };
    this.thinking = undefined;
    this.details = new ReasoningDetails();
  }

  private *growCall(call: UncheckedObject, place: number): Events {
    const { index, extra_content: extra } = call;
    const called = expectObject(call["function"] ?? {}, "the function of a call");
    const at = typeof index === "number" ? index : place;
    let open = this.callAt.get(at);
    if (open === undefined || isAnother(open, call, called)) {
      yield* this.closeThinking();
      open = this.openCall(call["id"]);
      this.callAt.set(at, open);
      const toolName = expectString(called["name"], "the name of a call");
      yield { type: "tool-call-start", toolCallId: open.toolCallId, toolName };
    }
    open.extra ??= extra;
    const given = called["arguments"];
    // Some servers send the arguments as data.
    const inputText = isObject(given)
      ? exactJsonText(given)
      : optionalString(given, "the arguments");
    if (inputText !== "") yield { type: "tool-call-delta", toolCallId: open.toolCallId, inputText };
  }

  /** Some servers send no id, or the same id for all calls. */
  private openCall(id: unknown): OpenCall {
    const givenId = textOrAbsent(id);
    const isOwn = givenId !== undefined && !this.calls.has(givenId);
    const toolCallId = isOwn ? givenId : `call_${globalThis.crypto.randomUUID()}`;
    const call: OpenCall = { toolCallId, givenId, extra: undefined };
    this.calls.set(toolCallId, call);
    return call;
  }

  private *finish(): Events {
    yield* this.closeThinking();
    const { server } = this.options;
    for (const { toolCallId, extra } of this.calls.values())
      yield {
        type: "tool-call-end",
        toolCallId,
        ...(isObject(extra) ? { providerData: ownData(server, { extra_content: extra }) } : {}),
      };
    yield { type: "finish", ...endOf(this.reason, this.calls.size > 0, this.isRefused) };
  }
}

/** Some servers give all calls the index 0; ids and names distinguish them. */
function isAnother(
  { givenId }: OpenCall,
  { id }: UncheckedObject,
  { name }: UncheckedObject,
): boolean {
  const next = textOrAbsent(id);
  return next !== undefined && next !== givenId && textOrAbsent(name) !== undefined;
}

function refuseFailure({ error }: UncheckedObject): void {
  if (error !== undefined && error !== null) throw new ServerFailure(error);
}
