// The contents of events as attributes: messages, programs, arguments, results and error texts. The
// tracer masks firewalled values, as in a trace file. Every attribute is bounded, and long
// conversations keep their last messages.

import type { Attributes } from "@opentelemetry/api";
import type { TraceEvent } from "@ptc/core/contracts";
import { shortened } from "@ptc/core/internal/printing";
import { maskedEvent, type TraceJson } from "@ptc/tracer/internal";
import { genAi, ptc } from "./conventions.ts";

type Fields = { readonly [name: string]: TraceJson };

/** The tracer counts one for four characters of text. */
const charactersPerCost = 4;

export class Content {
  private readonly longest: number;

  constructor(longest: number) {
    this.longest = longest;
  }

  /** Returns the attributes with the contents of the event. */
  attributesOf(event: TraceEvent): Attributes {
    if (event.type === "model-request-start") return this.messagesOf(event);
    const data = this.masked(event);
    switch (event.type) {
      case "mission-start":
        return { [genAi.inputMessages]: this.message("user", textOf(data["prompt"])) };
      case "mission-end":
        return "return" in data
          ? { [genAi.outputMessages]: this.message("assistant", this.json(data["return"])) }
          : {};
      case "model-request-end":
        return "text" in data
          ? { [genAi.outputMessages]: this.message("assistant", textOf(data["text"])) }
          : {};
      case "program-start":
        return { [ptc.programSource]: this.text(textOf(data["source"])) };
      case "program-end":
        return {
          ...("text" in data ? { [ptc.programResult]: this.text(textOf(data["text"])) } : {}),
          ...(isFilled(data["prints"]) ? { [ptc.programPrints]: this.json(data["prints"]) } : {}),
        };
      case "tool-call-start":
        return { [genAi.toolArguments]: this.json(data["args"]) };
      case "tool-call-end":
        return "result" in data ? { [genAi.toolResult]: this.json(data["result"]) } : {};
      case "approval-requested":
        return {
          [ptc.approvalReason]: this.text(textOf(data["reason"])),
          [ptc.approvalArguments]: this.json(data["arguments"]),
        };
      case "approval-decided":
        return {
          ...("message" in data
            ? { [ptc.approvalMessage]: this.text(textOf(data["message"])) }
            : {}),
          ...("arguments" in data ? { [ptc.approvalArguments]: this.json(data["arguments"]) } : {}),
        };
      default:
        return {};
    }
  }

  /** Returns the masked message of the failure that the event reports. */
  errorOf(event: TraceEvent): string | undefined {
    const { error, fail } = this.masked(event);
    if (typeof error === "string") return this.text(error);
    return isFields(fail) && typeof fail["message"] === "string"
      ? this.text(fail["message"])
      : undefined;
  }

  private masked(event: TraceEvent): Fields {
    const json = maskedEvent(event, Math.ceil(this.longest / charactersPerCost) + fieldCosts);
    return isFields(json) && isFields(json["data"]) ? json["data"] : {};
  }

  /** Masks one message at a time, from the last one, until the attribute is full. */
  private messagesOf(event: TraceEvent & { readonly type: "model-request-start" }): Attributes {
    const { messages } = event.data;
    const written: string[] = [];
    let room = this.longest;
    for (const message of messages.toReversed()) {
      const { messages: masked } = this.masked({
        ...event,
        data: { messages: [{ role: message.role, content: message.content }] },
      });
      const [shown] = Array.isArray(masked) ? masked : [];
      const content = isFields(shown) ? textOf(shown["content"]) : "";
      const text = fittedMessage(message.role, content, room);
      if (text === undefined) break;
      room -= text.length + 1;
      written.unshift(text);
    }
    return { [genAi.inputMessages]: `[${written.join(",")}]` };
  }

  private message(role: string, content: string): string {
    const more = role === "assistant" ? { finish_reason: "stop" } : {};
    return `[${fittedMessage(role, content, this.longest, more) ?? ""}]`;
  }

  private json(value: TraceJson | undefined): string {
    return this.text(JSON.stringify(value ?? null));
  }

  private text(text: string): string {
    return text.length <= this.longest ? text : shortened(text, this.longest - 1);
  }
}

/** The fields of an event besides its contents. */
const fieldCosts = 400;
/** The brackets of a list with one message. */
const listCharacters = 2;

/** Returns a message as JSON of at most `room` characters, or undefined if not even a part fits. */
function fittedMessage(
  role: string,
  content: string,
  room: number,
  more: object = {},
): string | undefined {
  const written = (text: string): string =>
    JSON.stringify({ role, parts: [{ type: "text", content: text }], ...more });
  const most = room - listCharacters;
  const whole = written(shortened(content, Math.max(1, most)));
  if (whole.length <= most) return whole;
  const least = written("").length;
  // Escapes make JSON longer than its text, at most six times.
  for (const share of [1, 2, 6]) {
    const length = Math.floor((most - least) / share) - 1;
    if (length < 1) return undefined;
    const text = written(shortened(content, length));
    if (text.length <= most) return text;
  }
  return undefined;
}

function textOf(value: TraceJson | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

function isFilled(value: TraceJson | undefined): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isFields(value: TraceJson | undefined): value is Fields & { [name: string]: TraceJson } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
