// Finds the parts of an answer in the harmony format that aren't for the user: messages in the
// channels `analysis` and `commentary`, and the header of the message in the channel `final`. A
// call in the channel `commentary` stays. Source: openai-cookbook, articles/openai-harmony.md.

import type { Stretch } from "./stretch.ts";

const header =
  /(?:<\|end\|>\s*)?(?:<\|start\|>[^<>\n]{0,80})?<\|channel\|>([^<>\n]{0,120})(?:<\|constrain\|>[^<>\n]{0,40})?<\|message\|>/g;

/** The most messages that are read. */
const mostMessages = 100;

/**
 * Returns the ranges that a reader skips. The format must begin with the answer, or with the end of
 * a message whose header the server has removed. So a program can contain a header as data.
 */
export function harmonyRanges(answer: string): readonly Stretch[] {
  if (!answer.includes("<|message|>")) return [];
  const ranges: Stretch[] = [];
  let open: number | undefined;
  let count = 0;
  for (const { 0: text, 1: channel = "", index } of answer.matchAll(header)) {
    if (count === 0 && !beginsFormat(answer, index, text)) return [];
    count += 1;
    if (open !== undefined) ranges.push({ start: open, end: index });
    else if (count === 1 && index > 0) ranges.push({ start: 0, end: index });
    open = undefined;
    const isFinal = /^\s*final\b/.test(channel);
    if (isFinal) ranges.push({ start: index, end: index + text.length });
    if (isFinal || count === mostMessages) break;
    if (!/\bto=/.test(channel + text)) open = index;
  }
  if (open !== undefined) ranges.push({ start: open, end: answer.length });
  return merged(ranges);
}

/** True if only blanks and tokens precede the header, or it begins with the end of a message. */
function beginsFormat(answer: string, index: number, text: string): boolean {
  if (/^[\s\u200B-\u200F\uFEFF]*$/.test(answer.slice(0, Math.min(index, 100))) && index < 100)
    return true;
  // A program has the header in a string or comment, or in a code block.
  return text.startsWith("<|end|>") && /^[^("`;]*$/.test(answer.slice(0, index));
}

/** Joins ranges that touch. */
function merged(ranges: readonly Stretch[]): readonly Stretch[] {
  const joined: Stretch[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && last.end >= range.start)
      joined[joined.length - 1] = { start: last.start, end: range.end };
    else if (range.end > range.start) joined.push(range);
  }
  return joined;
}
