// An answer as it goes into the conversation: without what the model wrote to itself before the
// program. The next answers would imitate it, and every request would pay for it; turns and traces
// keep the answer as it was.

import { readAnswer } from "./read-answer.ts";

/**
 * The answer from its first program block on. One with a bare program loses what stands between
 * thinking tags, one without any program is answered as it is.
 */
export function stripThinking(answer: string): string {
  return readAnswer(answer).said;
}
