// The mode in which the model answers by itself, without a program: with a text where the signature
// asks for one, and otherwise with JSON that matches it. The prompt is all that the model sees.

import type { Fail } from "@ptc/core/contracts";
import type { AssistantMessage, ModelResponse, StructuredOutput, UserMessage } from "@ptc/llm";
import { validateOutput, violationLines, type Type } from "@ptc/signature";
import { toStrictJsonSchema, typeToJsonSchema } from "@ptc/signature/json-schema";
import type { Agent } from "../../agent/agent.ts";
import { jsonAnswer, longestAnswer } from "../../answer/json-answer.ts";
import { withoutThinking } from "../../answer/thinking.ts";
import { escapeEnvelopes } from "../../preview/data-envelope.ts";
import { promptText } from "../../prompt/prompt-text.ts";
import { overriddenPrompt } from "../../prompt/overridden-prompt.ts";
import { mismatchFail } from "../../step/mismatch-fail.ts";
import type {
  Mode,
  ModeMission,
  ModeTurn,
  RequestParts,
  Responder,
  TurnReaction,
} from "../mode.ts";

export const textMode: Mode = {
  needs: {},
  showsWholeValues: true,
  systemPrompt: (agent) => overriddenPrompt(systemPrompt(agent), agent),
  begin: (mission) => new TextResponder(mission),
};

function systemPrompt(agent: Agent): string {
  if (isText(agent)) return promptText("answer-text");
  return [
    promptText("answer-json", { schema: JSON.stringify(schemaOf(agent)) }),
    ...[...agent.fieldDescriptions].map(([name, description]) => `- ${name}: ${description}`),
  ].join("\n");
}

function isText({ signature }: Agent): boolean {
  return signature.output.kind === "string";
}

/** Providers take an object at the top only, so another value is the field `answer` of one. */
const field = "answer";

function isWrapped({ output }: Agent["signature"]): boolean {
  const { kind } = output.kind === "reference" ? output.type : output;
  return kind !== "map" && kind !== "any-map";
}

function answerType({ signature }: Agent): Type {
  const { output } = signature;
  return isWrapped(signature)
    ? {
        kind: "map",
        fields: [{ name: field, type: output, optional: false, firewalled: false }],
      }
    : output;
}

function schemaOf(agent: Agent): object {
  return typeToJsonSchema(answerType(agent), agent.signature);
}

function structuredOutput(agent: Agent): StructuredOutput {
  const strict = toStrictJsonSchema(answerType(agent), agent.signature);
  return strict.ok
    ? { name: field, schema: strict.schema, strict: true }
    : { name: field, schema: typeToJsonSchema(answerType(agent), agent.signature) };
}

/** What an answer is taken for. */
type Reading =
  | { readonly ok: true; readonly value: unknown; readonly warnings?: readonly string[] }
  | { readonly ok: false; readonly fail: Fail; readonly problems: string };

class TextResponder implements Responder {
  private readonly mission: ModeMission;

  constructor(mission: ModeMission) {
    this.mission = mission;
  }

  request(): RequestParts {
    const { agent, model } = this.mission;
    return isText(agent) || model.capabilities.structuredOutput === "none"
      ? {}
      : { output: structuredOutput(agent) };
  }

  async respond(response: ModelResponse, turn: ModeTurn): Promise<TurnReaction> {
    const { text, providerData } = response;
    const kept: AssistantMessage = {
      role: "assistant",
      // Most providers refuse an empty message.
      content: text.trim() === "" ? "(no answer)" : text,
      ...(providerData === undefined ? {} : { providerOptions: providerData }),
    };
    const common = { rawResponse: text, prints: [], toolCalls: [] };
    const reading = await this.read(response);
    if (reading.ok) {
      const { value, warnings = [] } = reading;
      for (const warning of warnings) this.mission.log.warn(`answer: ${warning}`);
      return {
        type: "answer",
        value,
        messages: [kept],
        turn: { ...common, ok: true, result: value },
      };
    }
    const { fail, problems } = reading;
    const record = { ...common, ok: false, fail };
    // What was wrong with the last answer says more than that there was no better one.
    return turn.next === undefined
      ? { type: "end", fail: lastFail(fail, turn), messages: [kept], turn: record }
      : { type: "next-turn", fail, messages: [kept, this.told(problems)], turn: record };
  }

  private async read({ text, finishReason }: ModelResponse): Promise<Reading> {
    const { agent } = this.mission;
    // The beginning of an answer would pass for the whole.
    if (finishReason === "length") return refused("the answer was cut off, make it shorter");
    if (finishReason === "content_filtered") return refused("the provider held back the answer");
    if (text.length > longestAnswer)
      return refused(`the answer is longer than ${String(longestAnswer)} characters`);
    if (isText(agent)) return textReading(withoutThinking(text));
    const answer = await jsonAnswer(text);
    if (!answer.ok) return refused(answer.problem);
    const { signature, validation: mode } = agent;
    const value = isWrapped(signature) ? unwrapped(answer.value) : answer.value;
    const checked = validateOutput(signature, value, { mode });
    return checked.ok
      ? checked
      : { ok: false, fail: mismatchFail(checked), problems: violationLines(checked).join("\n") };
  }

  private told(problems: string): UserMessage {
    const { firewall } = this.mission.log;
    return {
      role: "user",
      content: promptText("repair-json", { problems: escapeEnvelopes(problems, firewall) }),
    };
  }
}

function lastFail(fail: Fail, { number }: ModeTurn): Fail {
  const times = number === 1 ? "" : `, asked ${String(number)} times`;
  return { ...fail, message: `the answer of the model does not match${times}: ${fail.message}` };
}

function textReading(text: string): Reading {
  return text === "" ? refused("the answer is empty") : { ok: true, value: text };
}

function refused(message: string): Reading {
  return { ok: false, fail: { reason: "validation_error", message }, problems: message };
}

/** The answer within its object; a model may also give it alone. */
function unwrapped(value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || !Object.hasOwn(value, field)) return value;
  return (value as Readonly<Record<typeof field, unknown>>)[field];
}
