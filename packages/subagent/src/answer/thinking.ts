// Finds the parts of an answer in which a model thinks, marked by tags: `<think>…</think>`, or by
// the channels of the harmony format. Code in them is not the model's program.

import { harmonyRanges } from "./harmony.ts";
import type { Stretch } from "./stretch.ts";

const tag = /<(\/?)(?:think|thinking|thought|reasoning)>/gi;

/** Returns the answer without the text between thinking tags, trimmed. */
export function withoutThinking(answer: string): string {
  let text = "";
  let from = 0;
  for (const { start, end } of thinkingIn(answer)) {
    text += answer.slice(from, start);
    from = end;
  }
  const rest = text + answer.slice(from);
  // An answer that was cut off during the thinking has no closing tag, and no other text.
  return /^\s*<(?:think|thinking|thought|reasoning)>/i.test(rest) ? "" : rest.trim();
}

/**
 * Returns the ranges between thinking tags. An opening tag counts only at the start of a line, so
 * a tag that a sentence or string mentions does not count. Some chat templates omit the opening
 * tag. A closing tag without one therefore ends thinking that began with the answer, if only a
 * program or nothing follows it on its line.
 */
export function thinkingIn(answer: string): readonly Stretch[] {
  const inChannels = harmonyRanges(answer);
  if (inChannels.length > 0) return inChannels;
  const stretches: Stretch[] = [];
  let opened: number | undefined;
  for (const { 0: text, 1: slash, index } of answer.matchAll(tag)) {
    const end = index + text.length;
    if (slash === "") {
      if (opened === undefined && (startsLine(answer, index) || stretches.at(-1)?.end === index))
        opened = index;
    } else if (opened !== undefined || (stretches.length === 0 && endsLine(answer, end))) {
      stretches.push({ start: opened ?? 0, end });
      opened = undefined;
    }
  }
  return stretches;
}

function startsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && " \t\uFEFF\u200B".includes(text[before] ?? "\n")) before--;
  return before < 0 || text[before] === "\n";
}

function endsLine(text: string, at: number): boolean {
  let after = at;
  while (text[after] === " " || text[after] === "\t" || text[after] === "\r") after++;
  return (
    after >= text.length ||
    text[after] === "\n" ||
    text[after] === "(" ||
    text.startsWith("```", after)
  );
}
