// Requests a summary of dropped turns and reads the response. Both the turns and the summary come
// from data, so they are in data envelopes.

import type { TraceScope } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { contentText, type ModelMessage, type ModelResponse } from "@ptc/llm";
import { withoutThinking } from "../answer/thinking.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { cutAtWord } from "../prompt/cut-at-word.ts";
import { promptText } from "../prompt/prompt-text.ts";
import { wholeText } from "./message-text.ts";

/** The limit for the text of the turns, in UTF-16 units, shared by their messages. */
const mostShown = 120_000;
/** The limit for the text of the mission, in UTF-16 units. */
const mostOfMission = 8_000;

/** The request for a summary, with the turn and the trace scope of its compaction. */
export interface SummaryQuestion {
  readonly messages: readonly ModelMessage[];
  readonly maxOutputTokens: number;
  readonly turn: number;
  readonly trace: TraceScope;
}

/** `isOver`: the mission has ended, so the missing summary needs no warning. */
export type AskedSummary =
  | { readonly ok: true; readonly response: ModelResponse }
  | { readonly ok: false; readonly problem: string; readonly isOver: boolean };

export interface SummarizedTurns {
  readonly mission: ModelMessage | undefined;
  /** The summary of the turns that were dropped earlier. */
  readonly before: string | undefined;
  readonly turns: readonly (readonly ModelMessage[])[];
  readonly maxChars: number;
}

/** Returns the messages of the request. */
export function summaryRequest(
  { mission, before, turns, maxChars }: SummarizedTurns,
  firewall: Firewall,
): readonly ModelMessage[] {
  const messages = turns.flat();
  const room = Math.floor(mostShown / Math.max(1, messages.length));
  const shown = messages.map(
    (message) => `[${speaker[message.role]}]\n${cutAtWord(wholeText(message), room)}`,
  );
  const envelope = (kind: string, text: string): string => dataEnvelope(kind, text, firewall);
  const task = mission === undefined ? "" : cutAtWord(contentText(mission.content), mostOfMission);
  return [
    { role: "system", content: promptText("summarize", { characters: String(maxChars) }) },
    {
      role: "user",
      content: [
        envelope("mission", task),
        ...(before === undefined ? [] : [envelope("earlier", before)]),
        envelope("turns", shown.join("\n\n")),
      ].join("\n\n"),
    },
  ];
}

const speaker = {
  system: "system",
  user: "told",
  assistant: "agent",
  tool: "results",
} as const satisfies Record<ModelMessage["role"], string>;

export type ReadSummary =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

/** Returns the summary in a model's response, or the problem with it. */
export function readSummary({ text, finishReason }: ModelResponse, maxChars: number): ReadSummary {
  if (finishReason === "length") return { ok: false, problem: "the summary was cut off" };
  if (finishReason === "content_filtered")
    return { ok: false, problem: "the provider withheld the summary" };
  const most = 2 * maxChars;
  // Don't process an answer that is far too long.
  const said = text.length > 4 * most ? text : withoutThinking(text).trim();
  if (said.length > most)
    return {
      ok: false,
      problem: `the summary has more than ${String(most)} characters (twice compaction.summaryMaxChars)`,
    };
  return said === "" ? { ok: false, problem: "the summary is empty" } : { ok: true, text: said };
}
