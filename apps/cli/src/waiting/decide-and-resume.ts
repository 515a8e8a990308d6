// Asks about the calls of a waiting mission until it ends, or the person has left the others for
// later.

import { oneLine } from "@ptc/core/internal/errors";
import {
  CheckpointError,
  type Decision,
  type Decisions,
  type MissionCheckpoint,
  type MissionStep,
  type PendingCall,
} from "@ptc/subagent";
import type { Host } from "../terminal/host.ts";
import { askDecisions, type Questions } from "./ask-decisions.ts";
import { withQuestions } from "./terminal-questions.ts";

export interface Waiting {
  readonly print: (line: string) => void;
  readonly resume: (checkpoint: MissionCheckpoint, decisions: Decisions) => Promise<MissionStep>;
}

/** Resolves to the step of a mission that ended, or that waits for longer. */
export async function decideAndResume(
  host: Host,
  begun: MissionStep,
  { print, resume }: Waiting,
): Promise<MissionStep> {
  let step = begun;
  const left = new Set<string>();
  while (step.status === "waiting") {
    const { pending, checkpoint } = step;
    const asked = pending.filter(({ id }) => !left.has(id));
    if (asked.length === 0) return step;
    const next = await withQuestions(host, (questions) =>
      decided(asked, questions, async (decisions) => {
        const resumed = await resume(checkpoint, decisions);
        for (const { id } of asked) if (!Object.hasOwn(decisions, id)) left.add(id);
        return resumed;
      }),
    );
    if (next === undefined) return step;
    step = next;
  }
  print("");
  return step;
}

/**
 * Resolves to the next step, or undefined if the person decides nothing. Asks again about a call
 * whose decision is refused, for example because its arguments don't match the tool's contract.
 */
export async function decided(
  pending: readonly PendingCall[],
  questions: Questions,
  resume: (decisions: Decisions) => Promise<MissionStep>,
): Promise<MissionStep | undefined> {
  const made = new Map<string, Decision>();
  let open = pending;
  for (;;) {
    for (const [id, decision] of await askDecisions(open, questions)) made.set(id, decision);
    if (made.size === 0) return undefined;
    try {
      return await resume(Object.fromEntries(made));
    } catch (error) {
      if (!(error instanceof CheckpointError) || error.problem !== "decision") throw error;
      const { message } = error;
      questions.print(`The decision doesn't fit: ${oneLine(message, 1_000)}`);
      const wrong = pending.filter(
        ({ id }) => made.has(id) && message.includes(JSON.stringify(id)),
      );
      open = wrong.length === 0 ? pending : wrong;
      for (const { id } of open) made.delete(id);
    }
  }
}
