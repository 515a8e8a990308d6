// Finds tokens of a chat template and invisible characters at both ends of an answer. Servers with
// a wrong template pass such tokens on.

import type { Stretch } from "./stretch.ts";

/** A token such as `<|im_end|>`, `</s>`, `<eos>` or `<end_of_turn>`, or an invisible character. */
const piece =
  /[\s\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|<[|\uFF5C][^\s<>"()]{1,40}[|\uFF5C]>|<\/?s>|<\/?(?:eos|bos|pad|eot|eom|EOT|END)>|<(?:start|end)_of_turn>(?:model\b)?|\[\/?INST\]/y;
/** The role behind a token. */
const role = /(?:assistant|model)(?=<|[ \t]{0,9}\r?\n)/y;
/** Tokens that begin a message or call, which readers need. */
const beginning = /<[|\uFF5C](?:channel|message|python_tag|tool)/y;

/** The longest end that is searched for tokens, in UTF-16 units. */
const longestEnd = 400;

/** Returns the ranges at the start and at the end of the answer that aren't part of it. */
export function templateTokens(answer: string): readonly Stretch[] {
  const start = answer.slice(0, leadingEnd(answer)).trimEnd().length;
  const end = trailingStart(answer, Math.max(start, answer.length - longestEnd));
  return [
    ...(start === 0 ? [] : [{ start: 0, end: start }]),
    ...(answer.slice(end).trim() === "" ? [] : [{ start: end, end: answer.length }]),
  ];
}

function leadingEnd(answer: string): number {
  for (let at = 0; ;) {
    const end = endOf(beginning, answer, at) === undefined ? endOf(piece, answer, at) : undefined;
    if (end === undefined) return at;
    at = answer[at] === "<" ? (endOf(role, answer, end) ?? end) : end;
  }
}

/** Returns where the pieces that reach the end of the answer begin, at or after `from`. */
function trailingStart(answer: string, from: number): number {
  let start: number | undefined;
  for (let at = from; at < answer.length;) {
    const end = endOf(piece, answer, at);
    start = end === undefined ? undefined : (start ?? at);
    at = end ?? at + 1;
  }
  return start ?? answer.length;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Returns the answer without these ranges. */
export function withoutTemplateTokens(answer: string): string {
  let [from, to] = [0, answer.length];
  for (const { start, end } of templateTokens(answer))
    if (start === 0) from = end;
    else to = start;
  return answer.slice(from, Math.max(from, to));
}
