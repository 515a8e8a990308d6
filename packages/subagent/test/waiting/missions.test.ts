// A mission whose calls waited ends like one that never waited, however its calls are decided. Each
// call is made once, and each request is sent once.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as imported from "../../src/index.ts";
import {
  defineAgent,
  resume,
  run,
  runEvents,
  type MissionCheckpoint,
  type MissionStep,
} from "../../src/index.ts";
import { modelOf, newNotes, stillClock, toolsOf } from "./desk.ts";
import { agentOf, kinds, type Kind } from "./mission-kinds.ts";
import {
  approveAll,
  approveFirst,
  approveLast,
  comparable,
  passes,
  type Decide,
  runnersOf,
} from "./passes.ts";
import { loadedInTier, restoreTier, type Subagent } from "./tiers.ts";

/** Runs a mission to its end. Without `waits`, no call waits. */
async function played(
  kind: Kind,
  { waits, subagent, decide }: { waits: boolean; subagent: Subagent; decide: Decide },
) {
  const notes = newNotes();
  const desk = toolsOf(waits, notes);
  const result = await passes(
    () => agentOf(kind, desk, subagent),
    () => ({
      llm: modelOf(kind.script, notes),
      random: () => 0.25,
      clock: stillClock,
      collectMessages: true,
      context: kind.context ?? {},
      ...kind.options?.(notes),
    }),
    decide,
    runnersOf(subagent),
  );
  return { ...result, ...notes };
}

const isFull = process.env["PTC_TESTS"] !== undefined;

const orders = { all: approveAll, "the first": approveFirst, "the last": approveLast };

/** The calls that wait in each pass, sorted. */
function pendingOf(checkpoints: readonly MissionCheckpoint[]): readonly (readonly string[])[] {
  return checkpoints.map(({ pending }) =>
    pending.map(({ tool, arguments: { id } }) => `${tool} ${String(id)}`).sort(),
  );
}

const endOf = (step: MissionStep): unknown => (step.ok ? step.return : step.fail);

describe("as closures", () => {
  test.each(Object.entries(kinds))("%s", async (_name, kind) => {
    await expectSame(kind, imported, orders);
  });
});

describe("as generated code", () => {
  let generating: Subagent | undefined;
  beforeAll(async () => {
    generating = await loadedInTier("generated code");
  });
  afterAll(restoreTier);

  test.each(Object.entries(kinds))("%s", async (_name, kind) => {
    if (generating === undefined) throw new Error("the package isn't loaded");
    await expectSame(kind, generating, isFull ? orders : { all: approveAll });
  });
});

describe("a waiting mission", () => {
  const script = { Do: ["(return (+ (tool/refund {:id 1}) (tool/look {:id 2})))"] };

  test("may begin with a prompt instead of an agent, and resumes with the same prompt", async () => {
    const notes = newNotes();
    const desk = toolsOf(true, notes);
    const options = () => ({ llm: modelOf(script, notes), tools: desk, maxTurns: 2 });
    const step = await run("Do it.", options());
    if (step.status !== "waiting") throw new Error("the mission didn't wait");
    const decisions = approveAll(step.pending, 1);
    await expect(
      resume("Do that.", step.checkpoint, { ...options(), decisions }),
    ).rejects.toMatchObject({ name: "CheckpointError", problem: "changed" });
    expect(notes.made).toEqual([]);
    const end = await resume("Do it.", step.checkpoint, { ...options(), decisions });
    expect(endOf(end)).toBe(102);
    expect(notes).toMatchObject({ made: ["refund 1 /1/0", "look 2 /1/1"], asked: ["Do 0"] });
  });

  test("is the step of runEvents, and its events end", async () => {
    const notes = newNotes();
    const desk = toolsOf(true, notes);
    const agent = defineAgent({ prompt: "Do it.", tools: desk });
    const types: string[] = [];
    const events = runEvents(agent, { llm: modelOf(script, notes) });
    for await (const { type } of events) types.push(type);
    const step = await events.step;
    if (step.status !== "waiting") throw new Error("the mission didn't wait");
    expect(types).toContain("model-request-end");
    const end = await resume(agent, step.checkpoint, {
      llm: modelOf(script, notes),
      decisions: approveAll(step.pending, 1),
    });
    expect(endOf(end)).toBe(102);
    expect(notes.asked).toEqual(["Do 0"]);
  });
});

/** Compares the end of a mission with that of one that didn't wait. */
async function expectSame(
  kind: Kind,
  subagent: Subagent,
  orderings: Readonly<Record<string, Decide>>,
): Promise<void> {
  const plain = await played(kind, { waits: false, subagent, decide: approveAll });
  expect(plain.waited).toEqual([]);
  expect(plain.step.ok).toBe(kind.fails !== true);
  const same = comparable(plain.step);
  for (const [order, decide] of Object.entries(orderings)) {
    const waiting = await played(kind, { waits: true, subagent, decide });
    expect(endOf(waiting.step), order).toEqual(endOf(plain.step));
    expect(comparable(waiting.step), order).toEqual(same);
    expect(waiting.made.toSorted(), order).toEqual(plain.made.toSorted());
    expect(waiting.asked.toSorted(), order).toEqual(plain.asked.toSorted());
    const pending = pendingOf(waiting.checkpoints);
    if (order === "all") expect(pending).toEqual(kind.waits.map((calls) => calls.map(expected)));
    // The others wait in more passes.
    else expect(pending.length, order).toBeGreaterThanOrEqual(kind.waits.length);
  }
}

/** An asterisk replaces any argument. */
function expected(text: string): unknown {
  return text.endsWith("*") ? expect.stringContaining(text.slice(0, -1)) : text;
}
