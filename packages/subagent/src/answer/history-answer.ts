// Shortens an answer of the model for the conversation: without the model's thinking, and small
// enough to be sent again with every request.

import type { AnswerReading } from "./read-answer.ts";

/** UTF-16 units. */
const longestAnswer = 20_000;
const shownOfLonger = 2_000;

/**
 * What later requests send back to the model as its own words. The step keeps the answer as it
 * came.
 */
export function historyAnswer({ said, program }: AnswerReading): string {
  const text = said.trim();
  // An empty message is refused by most providers.
  if (text === "") return "(no answer)";
  if (text.length <= longestAnswer) return text;
  if (program.ok && program.source.length <= longestAnswer)
    return `\`\`\`clojure\n${program.source}\n\`\`\``;
  return `${text.slice(0, shownOfLonger)}\n… (${String(text.length - shownOfLonger)} more characters)`;
}
