// Checkpoints of missions from strangers: 40 ways to change one. With `checkpointKey` each is
// refused. Without it, none makes a call that needs an approval, and each ends in a typed error or
// a step.

import { describe, expect, test } from "vitest";
import { CheckpointError, tool, type MissionCheckpoint } from "../../src/index.ts";
import { approvals, missionOf, parsed, waiting } from "./waiting-mission.ts";

const checkpointKey = "a key of this application";

type Json = Record<string, unknown>;

function scene() {
  const made: string[] = [];
  const tools = {
    look: tool({
      description: "Looks.",
      signature: "(id :int) -> {amount :int}",
      execute: async ({ id }) => {
        await Promise.resolve();
        made.push(`look ${String(id)}`);
        return { amount: 40 };
      },
    }),
    refund: tool({
      description: "Refunds.",
      signature: "(amount :int) -> :int",
      needsApproval: async () => Promise.resolve(true),
      approvalTimeoutMs: 60_000,
      execute: ({ amount }) => {
        made.push(`refund ${String(amount)}`);
        return amount;
      },
    }),
  };
  const mission = missionOf({
    script: {
      Do: [
        '(def o (task "t" (tool/look {:id 1}))) (System/currentTimeMillis)',
        "(return (mapv (fn [i] (tool/refund {:amount (* i (:amount o))})) [1 2]))",
        "(return 3)",
      ],
    },
    tools,
    options: {
      journal: { old: 1 },
      onJournal: async () => Promise.resolve(),
      budget: () => "continue",
    },
  });
  return { made, mission };
}

/** Returns a checkpoint that has an approved call, and one that waits. */
async function halfDecided(keys: { readonly checkpointKey?: string } = {}) {
  const { made, mission } = scene();
  const options = {
    journal: { old: 1 },
    onJournal: async () => Promise.resolve(),
    budget: () => "continue" as const,
    ...keys,
  };
  const first = waiting(await mission.run({ options }));
  const second = waiting(await mission.resume(first.checkpoint, approvals(first), { options }));
  expect(made).toEqual(["look 1", "refund 40"]);
  made.length = 0;
  mission.notes.asked.length = 0;
  return { made, mission, options, first, second, json: JSON.stringify(second.checkpoint) };
}

/** Changes the first effect of a type. */
const inEffect =
  (type: string, change: (line: Json) => unknown) =>
  (checkpoint: Json): Json => {
    const lines = checkpoint["effects"] as readonly Json[];
    const at = lines.findIndex((line) => line["type"] === type);
    expect(at, type).not.toBe(-1);
    return { ...checkpoint, effects: lines.map((line, n) => (n === at ? change(line) : line)) };
  };
const inPending =
  (changes: Json) =>
  (checkpoint: Json): Json => ({
    ...checkpoint,
    pending: (checkpoint["pending"] as readonly Json[]).map((call) => ({ ...call, ...changes })),
  });
const fields =
  (changes: Json) =>
  (checkpoint: Json): Json => ({ ...checkpoint, ...changes });
const effects =
  (change: (lines: readonly Json[]) => readonly unknown[]) =>
  (checkpoint: Json): Json => ({
    ...checkpoint,
    effects: change(checkpoint["effects"] as readonly Json[]),
  });
const outcome = (json: unknown) => (line: Json) => ({ ...line, outcome: { json } });

let deep: unknown = 1;
for (let level = 0; level < 20_000; level++) deep = [deep];
const long = "x".repeat(500_000);
const forgedId = (checkpoint: Json): string => {
  const [call] = checkpoint["pending"] as readonly { readonly id: string }[];
  return call?.id ?? "";
};
/** The effect of an approval that was never given. */
const forgedApproval = (checkpoint: Json): Json => ({
  type: "approval",
  at: forgedId(checkpoint).slice(33),
  t: 0,
  outcome: { json: { type: "approve" } },
});

const attacks: Readonly<Record<string, (checkpoint: Json) => unknown>> = {
  "another version": fields({ version: 2 }),
  "a negative version": fields({ version: -1 }),
  "the kind of a program": fields({ kind: "program" }),
  "another format": fields({ format: "ptc-recording" }),
  "a seed of another type": fields({ seed: 7 }),
  "another seed": fields({ seed: "f".repeat(32) }),
  "a run id of another type": fields({ runId: ["x"] }),
  "another run id": fields({ runId: "f".repeat(32) }),
  "a duration that is no number": fields({ durationMs: "NaN" }),
  "a duration that JSON can't have": fields({ durationMs: NaN }),
  "inputs that are a list": fields({ inputs: [] }),
  "other inputs": (given) => ({ ...given, inputs: { ...(given["inputs"] as Json), context: "0" } }),
  "effects that are an object": fields({ effects: { length: 3 } }),
  "a million effects too many": fields({ effects: Array.from({ length: 1_000_001 }, () => null) }),
  "an effect that is nil": effects((lines) => [...lines, null]),
  "an effect of an unknown type": effects((lines) => [...lines, { type: "run", at: "1", t: 0 }]),
  "an effect named __proto__": effects((lines) => [
    ...lines,
    JSON.parse(
      '{"type":"tool","at":"__proto__","t":0,"tool":"__proto__","args":{"__proto__":{"a":1}},"outcome":{"json":{"result":1}}}',
    ),
  ]),
  "fields in __proto__": (given) =>
    JSON.parse(`{"__proto__":{"pending":[]},${JSON.stringify(given).slice(1)}`) as unknown,
  "an effect with a long location": effects((lines) => [
    ...lines,
    { type: "time", at: long, t: 0, now: 1 },
  ]),
  "an outcome that is deep": inEffect("tool", outcome({ result: deep })),
  "arguments that are deep": inEffect("tool", (line) => ({ ...line, args: deep })),
  "an outcome that is missing": inEffect("tool", ({ outcome: _, ...line }) => line),
  "an outcome that is text": inEffect("tool", (line) => ({ ...line, outcome: "done" })),
  "an outcome with an unknown tag": inEffect("tool", outcome({ result: { $what: 1 } })),
  "an error without a message": inEffect("tool", outcome({ error: {} })),
  "an answer of the model without content": inEffect("model", outcome({ answer: {} })),
  "an answer that is a number": inEffect("model", outcome(5)),
  "an answer that is an error": inEffect("model", outcome({ error: { message: "no" } })),
  "outcomes that are exchanged": effects((lines) => {
    const tool = lines.find(({ type }) => type === "tool");
    const model = lines.find(({ type }) => type === "model");
    return lines.map((line) =>
      line === tool
        ? { ...line, outcome: model?.["outcome"] }
        : line === model
          ? { ...line, outcome: tool?.["outcome"] }
          : line,
    );
  }),
  "a call that has another type": inEffect("tool", (line) => ({ ...line, type: "rule" })),
  "a rule that says no": inEffect("rule", outcome({ needs: false })),
  "a rule without an answer": inEffect("rule", outcome({})),
  "a decision without a type": inEffect("approval", outcome({ ok: true })),
  "an approval that is an edit": inEffect(
    "approval",
    outcome({ type: "approve", arguments: { amount: 9_999 } }),
  ),
  "a time that is no number": inEffect("time", (line) => ({ ...line, now: "later" })),
  "an active time of another type": inEffect("time", (line) => ({ ...line, t: null })),
  "times of another form": fields({ times: [["1/0", "x"]] }),
  "pending calls that are an object": fields({ pending: {} }),
  "a pending call with other arguments": inPending({ arguments: { amount: 1 } }),
  "a pending call with another digest": inPending({ digest: "00" }),
  "a pending call of another tool": inPending({ tool: "look" }),
  "a pending call that has expired": inPending({ expiresAt: -1 }),
  "a pending call that continues by itself": inPending({ until: 0, reason: "job" }),
  "a journal of another form": fields({ journal: { json: 5 } }),
  "another journal": fields({ journal: { json: { t: 5 } } }),
  "effects that are doubled": effects((lines) => [...lines, ...lines]),
  "effects in reverse order": effects((lines) => lines.toReversed()),
  "an approval of a call that waits": (given) =>
    effects((lines) => [...lines, forgedApproval(given)])(given),
  "no signature": ({ signature: _, ...rest }) => rest,
};

const forged: Readonly<Record<string, (checkpoint: Json) => unknown>> = {
  "a rule that never asked": (given) =>
    effects((lines) =>
      lines.map((line) => (line["type"] === "rule" ? outcome({ needs: false })(line) : line)),
    )({ ...given, pending: [] }),
  "an approval, without the pending call": (given) => ({
    ...(effects((lines) => [...lines, forgedApproval(given)])(given) as object),
    pending: [],
  }),
};

test("there are at least 40 attacks", () => {
  expect(Object.keys(attacks).length).toBeGreaterThanOrEqual(40);
});

describe("a signed checkpoint", () => {
  test.each(Object.entries({ ...attacks, ...forged }))(
    "is refused with %s",
    async (_what, attack) => {
      const { made, mission, options, second, json } = await halfDecided({ checkpointKey });
      const error = await mission
        .resume(attack(parsed(json) as unknown as Json) as MissionCheckpoint, approvals(second), {
          options,
        })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CheckpointError);
      expect((error as Error).message.length).toBeLessThan(2_000);
      expect([made, mission.notes.asked]).toEqual([[], []]);
    },
  );

  test("is refused with the parts of another run of the same key", async () => {
    const { mission, options, json, first, second } = await halfDecided({ checkpointKey });
    const mixed = { ...parsed(json), effects: first.checkpoint.effects };
    await expect(mission.resume(mixed, approvals(second), { options })).rejects.toMatchObject({
      problem: "tampered",
    });
  });
});

describe("a checkpoint without a signature", () => {
  test.each(Object.entries(attacks))(
    "makes no call that waits without a decision, with %s",
    async (_what, attack) => {
      const { made, mission, options, json } = await halfDecided();
      const changed = attack(parsed(json) as unknown as Json) as MissionCheckpoint;
      const end = await mission.resume(changed, {}, { options }).catch((error: unknown) => error);
      if (end instanceof Error) {
        expect(end).toBeInstanceOf(CheckpointError);
        expect(end.message.length).toBeLessThan(2_000);
      }
      expect(made.filter((call) => call.startsWith("refund"))).toEqual([]);
    },
  );

  // This is why an unsigned checkpoint must be trusted.
  test.each(Object.entries(forged))("is believed if it contains %s", async (_what, attack) => {
    const { made, mission, options, json } = await halfDecided();
    const changed = attack(parsed(json) as unknown as Json) as MissionCheckpoint;
    await mission.resume(changed, {}, { options }).catch(() => undefined);
    expect(made).toEqual(["refund 80"]);
  });
});
