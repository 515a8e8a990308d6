// A summary of turns that are left out: what a model is asked for it, and what is taken of its
// answer. Both the turns and the summary come from data, and stand in data envelopes.

import type { TraceScope } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { contentText, type ModelMessage, type ModelResponse } from "@ptc/llm";
import { withoutThinking } from "../answer/thinking.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { cutAtWord } from "../prompt/cut-at-word.ts";
import { promptText } from "../prompt/prompt-text.ts";
import { wholeText } from "./message-text.ts";

/** UTF-16 units of the turns that are shown, shared by their messages. */
const mostShown = 120_000;
/** Of the mission. */
const mostOfMission = 8_000;

/** What a model is asked, in a turn and in the scope of its compaction. */
export interface SummaryQuestion {
  readonly messages: readonly ModelMessage[];
  readonly maxOutputTokens: number;
  readonly turn: number;
  readonly trace: TraceScope;
}

/** `isOver`: the mission has ended, so nobody needs to be told why there is no summary. */
export type AskedSummary =
  | { readonly ok: true; readonly response: ModelResponse }
  | { readonly ok: false; readonly problem: string; readonly isOver: boolean };

export interface SummarizedTurns {
  readonly mission: ModelMessage | undefined;
  /** What was said of turns that were left out before. */
  readonly before: string | undefined;
  readonly turns: readonly (readonly ModelMessage[])[];
  readonly maxChars: number;
}

/** The messages of the request. */
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

/** What a model answered, where it is a summary. */
export function readSummary({ text, finishReason }: ModelResponse, maxChars: number): ReadSummary {
  if (finishReason === "length") return { ok: false, problem: "the summary was cut off" };
  const most = 2 * maxChars;
  // Of an answer that is far too long nothing is looked at.
  const said = text.length > 4 * most ? text : withoutThinking(text).trim();
  if (said.length > most)
    return {
      ok: false,
      problem: `the summary has more than ${String(most)} characters (twice compaction.summaryMaxChars)`,
    };
  return said === "" ? { ok: false, problem: "the summary is empty" } : { ok: true, text: said };
}
