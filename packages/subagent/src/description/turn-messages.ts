// Reads from a step's messages what the model saw: the new messages of a turn, and the shown part
// of a program's prints and value.

import type { MissionStep, Turn } from "../step/step.ts";
import type { StepMessage } from "../step/step-message.ts";

/** The most messages that are compared one by one. */
const mostCompared = 10_000;

/** Returns the messages of `turn` that the turn before didn't have. */
export function newMessages(turn: Turn, before: Turn | undefined): readonly StepMessage[] {
  const { messages = [] } = turn;
  const known = before?.messages ?? [];
  let same = 0;
  while (same < known.length && same < mostCompared && isSame(known[same], messages[same]))
    same += 1;
  return messages.slice(same);
}

/** Returns the messages after the turn at `index`. Undefined if the step has no messages. */
export function feedbackAfter(
  step: MissionStep,
  index: number,
): readonly StepMessage[] | undefined {
  const next = step.turns[index + 1];
  const messages = next === undefined ? step.messages : next.messages;
  if (messages === undefined) return undefined;
  const answer = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(answer + 1).filter(({ role }) => role === "user" || role === "tool");
}

/** Returns the system message. Undefined if the step has no messages. */
export function systemMessage(step: MissionStep): string | undefined {
  return [step.turns[0]?.messages?.[0], step.messages?.[0]].find(
    (message) => message?.role === "system",
  )?.content;
}

/** Returns the content of the data envelope of a kind. Undefined if a message has none. */
export function envelopeIn(text: string, kind: string): string | undefined {
  const range = rangeOf(text, kind);
  return range === undefined ? undefined : text.slice(range.start, range.end);
}

/** Returns the text with `…` in place of the content of these envelopes. */
export function withoutEnvelopes(text: string, kinds: readonly string[]): string {
  return kinds.reduce((shorter, kind) => {
    const range = rangeOf(shorter, kind);
    return range === undefined
      ? shorter
      : `${shorter.slice(0, range.start - 1)}…${shorter.slice(range.end + 1)}`;
  }, text);
}

/** Returns the range of the content, without the line breaks around it. */
function rangeOf(text: string, kind: string): { start: number; end: number } | undefined {
  const opening = `<data kind="${kind}">\n`;
  const found = text.indexOf(opening);
  if (found === -1) return undefined;
  const start = found + opening.length;
  const end = text.indexOf("\n</data>", start - 1);
  return end < start ? undefined : { start, end };
}

function isSame(left: StepMessage | undefined, right: StepMessage | undefined): boolean {
  return (
    left === right ||
    (left !== undefined && left.role === right?.role && left.content === right.content)
  );
}
