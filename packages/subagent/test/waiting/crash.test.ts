import { describe, expect, test } from "vitest";
import {
  answer,
  approve,
  asTool,
  checkpointOf,
  defineAgent,
  deny,
  resume,
  run,
  tool,
  type Agent,
  type CheckpointEntry,
  type Decision,
  type MissionCheckpoint,
  type MissionOptions,
  type MissionStep,
} from "../../src/index.ts";
import { fenced } from "../missions.ts";
import { comparable } from "./passes.ts";

const ofChild = "(return (let [a (tool/look {:id data/id})] (+ a (tool/pay {:id data/id}))))";
const programs = [
  `(def seen (mapv (fn [i] (tool/look {:id i})) [1 2]))
   (def drawn [(rand-int 1000) (System/currentTimeMillis)])`,
  "(return [seen drawn (pmap (fn [i] (tool/desk {:id i})) [3 4]) (tool/refund {:id 5})])",
];

/** A mission of two turns and two children; `refund` needs an approval. Its effects are noted. */
function world() {
  const made: string[] = [];
  const asked: string[] = [];
  const work = (name: string) =>
    tool({
      description: `Does ${name}.`,
      signature: "(id :int) -> :int",
      needsApproval: name === "refund",
      execute: async ({ id }, { callId }) => {
        await Promise.resolve();
        made.push(callId.slice(callId.indexOf("/") + 1));
        return id;
      },
    });
  const desk = asTool(
    defineAgent({
      prompt: "Work on {{id}}.",
      description: "A desk.",
      signature: "(id :int) -> :int",
      tools: { look: work("look"), pay: work("pay") },
    }),
  );
  const agent: Agent = defineAgent({
    prompt: "Lead.",
    maxTurns: 3,
    tools: { look: work("look"), refund: work("refund"), desk },
  });
  const llm: MissionOptions["llm"] = ({ messages, requestId = "" }) => {
    asked.push(requestId.slice(requestId.indexOf("/") + 1));
    const turn = messages.filter(({ role }) => role === "assistant").length;
    const isChild = JSON.stringify(messages).includes("Work on");
    return Promise.resolve(fenced(isChild ? ofChild : (programs[turn] ?? "")));
  };
  return { agent, llm, made, asked };
}

const random = (): number => 0.5;

type World = ReturnType<typeof world>;
type Options = Pick<MissionOptions, "onCheckpoint" | "checkpointKey">;

const approveEach = (): Decision => approve();

/** Resumes until the mission ends. */
async function resumed(
  { agent, llm }: World,
  checkpoint: MissionCheckpoint,
  options: Options = {},
  decide: (call: MissionCheckpoint["pending"][number]) => Decision = approveEach,
): Promise<MissionStep> {
  const decisions = Object.fromEntries(checkpoint.pending.map((call) => [call.id, decide(call)]));
  const step = await resume(agent, checkpoint, { llm, decisions, ...options });
  return step.status === "waiting"
    ? await resumed({ agent, llm } as World, step.checkpoint, options, decide)
    : step;
}

/** Runs the mission to its end, and returns its step and all entries. */
async function whole(keys: Options) {
  const entries: CheckpointEntry[] = [];
  const options: Options = {
    ...keys,
    onCheckpoint: async (entry) => {
      await Promise.resolve();
      entries.push(JSON.parse(JSON.stringify(entry)) as CheckpointEntry);
    },
  };
  const first = world();
  const waiting = await run(first.agent, { llm: first.llm, random, ...options });
  if (waiting.status !== "waiting") throw new Error("it should wait");
  const step = await resumed(first, waiting.checkpoint, options);
  expect(step.fail).toBeUndefined();
  return { step, entries, waiting };
}

/** The effects of a type in entries, by their locations. */
function effectsIn(entries: readonly CheckpointEntry[], type: string): readonly string[] {
  return entries.flatMap((entry) =>
    entry.type === "effect" && entry.effect.type === type ? [entry.effect.at] : [],
  );
}

describe("a run that is killed", () => {
  test.each([{}, { checkpointKey: "a secret of sixteen bytes" }])(
    "continues after any of its entries %o",
    async (keys) => {
      const { step, entries } = await whole(keys);
      expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index));
      for (let count = 1; count < entries.length; count++) {
        const stored = entries.slice(0, count);
        const checkpoint = await checkpointOf(stored, keys);
        const again = world();
        const ended = await resumed(again, checkpoint, keys);
        expect(ended.fail).toBeUndefined();
        expect(effectsIn(stored, "tool").filter((at) => again.made.includes(at))).toEqual([]);
        expect(effectsIn(stored, "model").filter((at) => again.asked.includes(at))).toEqual([]);
        expect(new Set(again.made).size).toBe(again.made.length);
        // Before the program has read the clock, the times of the two runs differ.
        if (effectsIn(stored, "time").length > 0)
          expect(comparable(ended)).toEqual(comparable(step));
      }
    },
  );

  test("reports calls without an answer as uncertain, with their idempotency keys", async () => {
    const { entries } = await whole({});
    const begun = entries.findIndex(({ type }) => type === "begins");
    const { pending } = await checkpointOf(entries.slice(0, begun + 1));
    const [call] = pending;
    expect(pending).toHaveLength(1);
    expect(call).toMatchObject({
      tool: "look",
      arguments: { id: 1 },
      reason: "uncertain",
      uncertain: true,
    });
    expect(call?.id).toMatch(/^[0-9a-f]{32}\/1\/0$/);
  });

  test("makes no uncertain call without a decision, and takes the caller's result", async () => {
    const { entries } = await whole({});
    const begun = entries.findIndex(({ type }) => type === "begins");
    const checkpoint = await checkpointOf(entries.slice(0, begun + 1));
    const again = world();
    const waiting = await resume(again.agent, checkpoint, { llm: again.llm });
    expect(waiting.status).toBe("waiting");
    expect(again.made).toEqual([]);
    const step = await resumed(again, checkpoint, {}, ({ uncertain }) =>
      uncertain === true ? answer(17) : approve(),
    );
    expect(step.ok && step.return).toMatchObject([[17, 2], {}, [6, 8], 5]);
    expect(again.made).not.toContain("1/0");
    const failed = await resumed(world(), checkpoint, {}, () => deny("it has failed"));
    expect(failed.turns[0]?.fail?.message).toContain("the call was denied: it has failed");
  });

  test("refuses to edit an uncertain call", async () => {
    const { entries } = await whole({});
    const begun = entries.findIndex(({ type }) => type === "begins");
    const checkpoint = await checkpointOf(entries.slice(0, begun + 1));
    const { agent, llm } = world();
    const [call] = checkpoint.pending;
    await expect(
      resume(agent, checkpoint, {
        llm,
        decisions: { [call?.id ?? ""]: approve({ arguments: { id: 2 } }) },
      }),
    ).rejects.toThrow("a call that may have run can't be edited: approve or answer it");
  });

  test("ends when an entry can't be stored, before the next effect begins", async () => {
    const { agent, llm, made } = world();
    let count = 0;
    const step = await run(agent, {
      llm,
      random,
      onCheckpoint: (entry) => {
        if (entry.type === "begins" && ++count === 2) throw new Error("the disk is full");
      },
    });
    expect(step.fail).toMatchObject({
      reason: "checkpoint_failed",
      message: "an entry of the checkpoint can't be stored, so the run was ended: the disk is full",
    });
    expect(made).toEqual(["1/0"]);
  });
});

describe("the entries of a run", () => {
  test.each<[string, (entries: CheckpointEntry[]) => readonly unknown[], string]>([
    ["none", () => [], "the entries are damaged: the list is empty"],
    ["a missing one", (all) => all.toSpliced(2, 1), "the entries are damaged: entry 2 is missing"],
    [
      "one of two processes",
      (all) => [...all.slice(0, 5), ...all.slice(3, 6)],
      "entry 3 occurs twice: two processes continued the run",
    ],
    ["no start", (all) => all.slice(1), "entry 0 is missing"],
    ["no object", (all) => [all[0], "x"], "the entries are damaged: entry 1 isn't one"],
    ["a run that has ended", (all) => all, "the run has ended: its step has the result"],
    [
      "a foreign version",
      ([start]) => [{ ...start, run: { ...(start as { run: object }).run, version: 2 } }],
      "another release wrote these entries",
    ],
    [
      "an unknown type",
      ([start]) => [start, { number: 1, type: "x" }],
      "the entries are damaged: entry 1 has an unknown type",
    ],
  ])("refuses %s", async (_, change, message) => {
    const { entries } = await whole({});
    await expect(checkpointOf(change(entries) as CheckpointEntry[])).rejects.toThrow(message);
  });

  test("refuses changed and reordered entries with a key, and signed ones without it", async () => {
    const key = { checkpointKey: "a secret of sixteen bytes" };
    const { entries } = await whole(key);
    const some = entries.slice(0, 6);
    const changed = some.map((entry, index) =>
      index === 4 ? { ...entry, type: "begins" as const } : entry,
    );
    await expect(checkpointOf(changed as CheckpointEntry[], key)).rejects.toThrow(
      "the signature of entry 4 doesn't fit",
    );
    const swapped = some.with(3, { ...(some[4] as CheckpointEntry), number: 3 });
    await expect(checkpointOf(swapped, key)).rejects.toThrow("the signature of entry 3");
    await expect(checkpointOf(some)).rejects.toThrow("the entries are signed");
  });
});
