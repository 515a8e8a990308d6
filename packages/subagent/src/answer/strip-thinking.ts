// Removes from an answer the text that the model wrote to itself before the program. In the
// conversation, later answers would imitate that text and every request would pay for it. Turns and
// traces keep the whole answer.

import { readAnswer } from "./read-answer.ts";

/**
 * Returns the answer without the model's thinking. With a program in a code block: the answer from
 * that block on. With a program without a fence: the answer without the text between thinking
 * tags. Without a program: the whole answer.
 */
export function stripThinking(answer: string): string {
  return readAnswer(answer).said;
}
