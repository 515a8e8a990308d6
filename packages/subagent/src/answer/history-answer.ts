// Shortens an answer for the history: drops thinking and limits the length, because every later
// request sends the answer again.

import type { AnswerReading } from "./read-answer.ts";

/** In UTF-16 units. */
const longestAnswer = 20_000;
const shownOfLonger = 2_000;

/**
 * Returns the text of the answer for later requests. The step records the original answer.
 */
export function historyAnswer({ said, program }: AnswerReading): string {
  const text = said.trim();
  // Most providers refuse an empty message.
  if (text === "") return "(no answer)";
  if (text.length <= longestAnswer) return text;
  if (program.ok && program.source.length <= longestAnswer)
    return `\`\`\`clojure\n${program.source}\n\`\`\``;
  // eslint-disable-next-line texts/shortened-texts -- the mark follows on its own line
  return `${text.slice(0, shownOfLonger)}\n… (${String(text.length - shownOfLonger)} more characters)`;
}
