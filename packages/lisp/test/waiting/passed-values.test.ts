// Checkpoints without an encryption key: firewalled values that the caller passes again.

import { describe, expect, test } from "vitest";
import {
  CheckpointError,
  resume,
  run,
  type Checkpoint,
  type CheckpointOptions,
  type LispRunOptions,
  type LispStep,
  type Tools,
} from "../../src/index.ts";
import { approvals, waiting } from "./waiting-step.ts";

const keyed = { checkpointKey: "a key of this application" };
const context = {
  plain: 5,
  user: {
    _name: "Ada Canary",
    _pin: 471_147,
    _admin: true,
    _quoted: 'can"ary',
    _address: { city: "Canaryville", lines: ["1 Canary Row", 7] },
    _id: "canary-id",
  },
};

/** A program that hands over the result of the tool `look`, after a call that waits. */
const program = `
  (let [used (map (fn [[k v]] v) data/user)
        seen (tool/look {:used (vec used)})]
    (tool/pay {})
    (pr-str seen))`;

async function waitingRun(
  look: () => unknown,
  options: LispRunOptions & CheckpointOptions = {},
  source = program,
) {
  const tools: Tools = {
    look: async () => {
      await Promise.resolve();
      return look();
    },
    pay: { needsApproval: true, execute: () => "paid" },
  };
  const given = { tools, context, ...options };
  const step = waiting(await run(source, given));
  const json = JSON.stringify(step.checkpoint);
  const checkpoint = JSON.parse(json) as Checkpoint;
  const decisions = approvals(step);
  const plain = { ...tools, pay: () => "paid" };
  return {
    json,
    checkpoint,
    given,
    resumed: (changed: object = {}, from: unknown = checkpoint) =>
      resume(source, from as Checkpoint, { ...given, decisions, ...changed }),
    whole: async () => returned(await run(source, { context, ...options, tools: plain })),
  };
}

function returned(step: LispStep): unknown {
  return step.ok ? step.return : step.fail;
}

function partOf(checkpoint: Checkpoint) {
  const effect = checkpoint.effects.find(({ type }) => type === "tool");
  if (effect?.type !== "tool") throw new Error("expected a call");
  return effect.outcome;
}

describe.each([
  ["without a key", {}],
  ["with a checkpoint key", keyed],
])("%s, resume takes from the context", (_keys, keys) => {
  test.each<[string, () => unknown]>([
    ["a field", () => ({ _owner: "Ada Canary" })],
    ["a text", () => "for Ada Canary."],
    ["two texts side by side", () => "Ada Canary Ada Canary, canary-id Ada Canary"],
    ["a name", () => ({ "Ada Canary": 1, "of Ada Canary": 2, plain: 3 })],
    ["a number", () => ({ pin: 471_147, pins: [471_147], text: "pin 471147" })],
    ["a boolean", () => ({ _ok: true, ok: true })],
    ["a map", () => ({ _to: { city: "Canaryville", lines: ["1 Canary Row", 7] } })],
    ["a list", () => ({ _lines: ["1 Canary Row", 7] })],
    ["a text in other letters", () => "ADA CANARY, ada canary"],
    ["a text in JSON", () => JSON.stringify({ a: 'can"ary', _b: "x" }).replace(',"_b":"x"', "")],
    ["a text beside what looks like a mark", () => "<Firewalled 1> Ada Canary <Firewalled>"],
    [
      "a Map",
      () =>
        new Map<unknown, unknown>([
          ["_a", "Ada Canary"],
          [1, "canary-id"],
        ]),
    ],
    [
      "an error",
      () => {
        throw new Error("no Ada Canary");
      },
    ],
  ])("%s", async (_what, look) => {
    const source = program
      .replace("(tool/look", "(try (tool/look")
      .replace("(vec used)})", "(vec used)}) (catch Exception e (ex-message e)))");
    const { json, resumed, whole, checkpoint } = await waitingRun(look, keys, source);
    expect(json).not.toMatch(/canary|471147/i);
    expect(partOf(checkpoint).hidden).not.toBeUndefined();
    const expected = await whole();
    expect(returned(await resumed())).toBe(expected);
    const other = returned(await resumed({}, reordered(checkpoint)));
    expect(letters(other)).toEqual(letters(expected));
  });

  test("what a kept context hides, also for a large part", async () => {
    const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, _name: "Ada Canary" }));
    const { json, resumed, whole } = await waitingRun(() => rows, { ...keys, keepContext: true });
    expect(json).not.toMatch(/canary|471147/i);
    expect(returned(await resumed())).toBe(await whole());
    await expect(resumed({ context: undefined })).rejects.toThrow(
      "firewalled values are missing in tool/look at 1/0 (result.0._name), the context (user._name, user._pin, user._admin, …)",
    );
  });

  test("nothing that is missing, and lists it", async () => {
    const { resumed, json } = await waitingRun(
      () => ({ _a: "Ada Canary", list: [{ _b: "unknown canary" }], _c: null }),
      keys,
    );
    expect(json).not.toMatch(/canary/i);
    await expect(resumed()).rejects.toThrow(
      new CheckpointError(
        "hidden",
        "firewalled values are missing in tool/look at 1/0 (result.list.0._b): pass the same `context` and `memory`; values from tools need a run with an `encryptionKey`, which stores them encrypted",
      ),
    );
  });

  test("and from the memory", async () => {
    const source = "(do (tool/look {}) (tool/pay {}) (:_k secret))";
    const memory = { secret: { _k: "canary-of-memory" } };
    const { json, resumed } = await waitingRun(
      () => ({ _same: "canary-of-memory" }),
      { ...keys, memory },
      source,
    );
    expect(json).not.toContain("canary");
    expect(returned(await resumed())).toBe("canary-of-memory");
  });
});

describe("the references to firewalled values", () => {
  const look = () => ({ _name: "Ada Canary", _code: 5 });

  test("have a digest only with the key of the application, which determines it", async () => {
    const digests = async (keys: CheckpointOptions) =>
      partOf((await waitingRun(look, keys)).checkpoint).hidden?.map(({ digest }) => digest);
    expect(await digests({})).toEqual([undefined, undefined]);
    const first = await digests(keyed);
    expect(first).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ]);
    expect(await digests(keyed)).toEqual(first);
    expect(await digests({ checkpointKey: "another key of 16 bytes" })).not.toEqual(first);
  });

  test("have no place in a plain field, which would show the value", async () => {
    const { checkpoint, resumed } = await waitingRun(look);
    expect(partOf(checkpoint).hidden).toEqual([{ at: ["context", 1, 3] }, {}]);
    await expect(resumed()).rejects.toThrow("tool/look at 1/0 (result._code)");
    // The digest finds it in a plain field too.
    expect((await (await waitingRun(look, keyed)).resumed()).ok).toBe(true);
  });

  test.each<[string, unknown]>([
    ["no list", true],
    ["no objects", [1, null]],
    ["no places", [{ at: 1 }, { at: ["context", "user"] }]],
    ["names of prototypes", [{ at: ["constructor"] }, { at: ["context", "__proto__"] }]],
    ["an unknown form", [{ at: ["context", 1, 3], form: "toString" }, {}]],
    ["a digest without a key", [{ digest: "a".repeat(32) }, { digest: 1 }]],
    ["no element", []],
  ])("with %s are refused", async (_what, hidden) => {
    const { checkpoint, resumed } = await waitingRun(look);
    const changed = {
      ...checkpoint,
      effects: checkpoint.effects.map((effect) =>
        effect.type === "tool" ? { ...effect, outcome: { ...effect.outcome, hidden } } : effect,
      ),
    };
    await expect(resumed({}, changed)).rejects.toBeInstanceOf(CheckpointError);
  });

  test("can't repeat a long value without end", async () => {
    const long = { user: { _text: "canary".repeat(20_000) } };
    const { checkpoint, resumed } = await waitingRun(() => ({ _t: "x" }), { context: long });
    const text = "<Firewalled 1>".repeat(2_000);
    const changed = {
      ...checkpoint,
      effects: checkpoint.effects.map((effect) =>
        effect.type === "tool"
          ? {
              ...effect,
              outcome: { json: { result: text }, hidden: [{ at: ["context", 0, 0] }] },
            }
          : effect,
      ),
    };
    await expect(resumed({}, changed)).rejects.toThrow("has too many firewalled values");
  });
});

function letters(text: unknown): readonly string[] {
  return String(text).split(/(?=.)/su).sort();
}

/** Returns JSON with its names in another order, as a database may return it. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, reordered(item)] as const)
      .reverse(),
  );
}
