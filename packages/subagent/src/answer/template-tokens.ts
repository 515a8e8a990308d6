// Finds tokens of a chat template and invisible characters at both ends of an answer. Servers with
// a wrong template pass such tokens on.

import type { Stretch } from "./stretch.ts";

/**
 * Tokens such as `<|im_end|>`, `</s>`, `<eos>` and `<end_of_turn>`, with the role behind them, and
 * invisible characters.
 */
const leading =
  /^(?:[\s\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|(?!<[|\uFF5C](?:channel|message|python_tag|tool))(?:<[|\uFF5C][^\s<>"()]{1,40}[|\uFF5C]>|<\/?s>|<\/?(?:eos|bos|pad|eot|eom|EOT|END)>|<(?:start|end)_of_turn>(?:model\b)?|\[\/?INST\])(?:(?:assistant|model)(?=<|\s*\n))?)*/;
const trailing =
  /(?:[\s\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|<[|\uFF5C][^\s<>"()]{1,40}[|\uFF5C]>|<\/?s>|<\/?(?:eos|bos|pad|eot|eom|EOT|END)>|<(?:start|end)_of_turn>(?:model\b)?|\[\/?INST\])+$/;
/** The longest end that is searched for tokens, in UTF-16 units. */
const longestEnd = 400;

/** Returns the ranges at the start and at the end of the answer that aren't part of it. */
export function templateTokens(answer: string): readonly Stretch[] {
  const start = leading.exec(answer)?.[0].trimEnd().length ?? 0;
  const cut = Math.max(start, answer.length - longestEnd);
  const found = trailing.exec(answer.slice(cut));
  const end = found === null || found[0].trim() === "" ? answer.length : cut + found.index;
  return [
    ...(start === 0 ? [] : [{ start: 0, end: start }]),
    ...(end === answer.length || end < start ? [] : [{ start: end, end: answer.length }]),
  ];
}

/** Returns the answer without these ranges. */
export function withoutTemplateTokens(answer: string): string {
  let [from, to] = [0, answer.length];
  for (const { start, end } of templateTokens(answer))
    if (start === 0) from = end;
    else to = start;
  return answer.slice(from, Math.max(from, to));
}
