import { TraceScope, systemClock } from "@ptc/core/contracts";
import { expect, test } from "vitest";
import { resolveRunOptions } from "../../options/resolve-options.ts";
import { Branch } from "../branches/branch.ts";
import { Evaluation } from "../evaluation.ts";
import { resolveLimits } from "../limits.ts";

const waits = {
  "a turn of the host": (branch: Branch, next: () => null) => branch.inNextTurn(next),
  "a new stack": (branch: Branch, next: () => null) => branch.onNewStack(next),
} as const;

/** Returns whether the work after a wait continued, and how the wait was settled. */
async function after(
  wait: (typeof waits)[keyof typeof waits],
  meanwhile: (evaluation: Evaluation) => void,
): Promise<readonly string[]> {
  const limits = resolveLimits(undefined);
  const trace = new TraceScope({
    sink: undefined,
    clock: systemClock,
    random: Math.random,
    traceId: "",
  });
  const evaluation = new Evaluation(
    resolveRunOptions({}, limits),
    { limits, tools: new Map(), journal: undefined },
    trace,
    { mayAwait: true, world: {} },
  );
  const events: string[] = [];
  const waiting = wait(Branch.root(limits, evaluation), () => {
    events.push("went on");
    return null;
  });
  void Promise.resolve(waiting).then(
    () => events.push("fulfilled"),
    () => events.push("rejected"),
  );
  meanwhile(evaluation);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return events;
}

test.each(Object.entries(waits))(
  "work that waits for %s continues after the wait",
  async (_, wait) => {
    expect(await after(wait, () => undefined)).toEqual(["went on", "fulfilled"]);
  },
);

// The host's stack can end between starting a wait and awaiting it. The run then ends and nothing
// awaits the promise.
test.each(Object.entries(waits))(
  "work that waits doesn't continue after its run has ended: %s",
  async (_, wait) => {
    expect(
      await after(wait, (evaluation) => {
        evaluation.end();
      }),
    ).toEqual([]);
    expect(
      await after(wait, (evaluation) => {
        evaluation.isStopped = true;
      }),
    ).toEqual([]);
  },
);
