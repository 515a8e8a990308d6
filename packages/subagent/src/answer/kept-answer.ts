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
export function keptAnswer({ said, program }: AnswerReading): string {
  const kept = said.trim();
  // An empty message is refused by most providers.
  if (kept === "") return "(no answer)";
  if (kept.length <= longestAnswer) return kept;
  if (program.ok && program.source.length <= longestAnswer)
    return `\`\`\`clojure\n${program.source}\n\`\`\``;
  return `${kept.slice(0, shownOfLonger)}\n… (${String(kept.length - shownOfLonger)} more characters)`;
}
