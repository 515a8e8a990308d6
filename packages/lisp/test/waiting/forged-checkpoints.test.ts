// Checkpoints from outside: changed, forged, foreign and damaged ones.

import { describe, expect, test } from "vitest";
import { CheckpointError, resume, type Checkpoint } from "../../src/index.ts";
import { context, parsed, secret, source, waitingRun } from "./checkpointed-run.ts";
import { approvals } from "./waiting-step.ts";

type Json = Record<string, unknown>;

/** Returns the checkpoint with its names in another order, as a database may return it. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, reordered(item)] as const)
      .reverse(),
  );
}

describe("signed checkpoints", () => {
  test("are read in any order of their names, and refused with another key or without one", async () => {
    const keys = { checkpointKey: secret, encryptionKey: secret };
    const { step, tools, json } = await waitingRun(keys);
    const options = { tools, context, decisions: approvals(step) };
    const shuffled = reordered(parsed(json)) as Checkpoint;
    expect((await resume(source, shuffled, { ...options, ...keys })).ok).toBe(true);
    await expect(
      resume(source, parsed(json), { ...options, ...keys, checkpointKey: `${secret}.` }),
    ).rejects.toThrow(
      "the signature doesn't fit: the checkpoint was changed, or `checkpointKey` is another key",
    );
    await expect(
      resume(source, parsed(json), { ...options, encryptionKey: secret }),
    ).rejects.toThrow("the checkpoint is signed: pass its `checkpointKey`");
    const unsigned = parsed(json.replace(/,"signature":"[^"]*"/, ""));
    expect(unsigned.signature).toBe(undefined);
    await expect(resume(source, unsigned, { ...options, ...keys })).rejects.toThrow(
      "the checkpoint isn't signed, although `checkpointKey` was given",
    );
  });

  test("are refused after any change of any part", async () => {
    const keys = { checkpointKey: secret, encryptionKey: secret };
    const { step, tools, calls, json } = await waitingRun(keys, { old: 1 });
    const variants = [...changes(parsed(json))];
    expect(variants.length).toBeGreaterThan(100);
    for (const [what, changed] of variants)
      await expect(
        resume(source, changed, { tools, context, decisions: approvals(step), ...keys }),
        what,
      ).rejects.toBeInstanceOf(CheckpointError);
    expect(calls).toEqual([]);
  });
});

describe("unsigned checkpoints", () => {
  test("with any changed part are refused, or end like a run without the change", async () => {
    const { step, tools, json } = await waitingRun({ encryptionKey: secret }, { old: 1 });
    const ends = new Set<string>();
    for (const [what, changed] of changes(parsed(json)))
      try {
        const end = await resume(source, changed, {
          tools,
          context,
          decisions: approvals(step),
          encryptionKey: secret,
        });
        ends.add(end.ok ? "ok" : (end.status ?? end.fail.reason));
      } catch (error) {
        if (!(error instanceof CheckpointError)) throw new Error(what, { cause: error });
        expect(error.message.length).toBeLessThan(1_500);
        ends.add(error.problem);
      }
    expect([...ends].sort()).toEqual(
      expect.arrayContaining(["changed", "decision", "ok", "unreadable", "version"]),
    );
  });

  test.each([
    ["text", "{}", "expected the checkpoint as an object, got text: parse it first (JSON.parse)"],
    ["nil", null, "this isn't a checkpoint: pass `step.checkpoint` of a step whose status is"],
    ["a list", [], "this isn't a checkpoint"],
    ["another object", { format: "x" }, "this isn't a checkpoint"],
    [
      "a newer one",
      { format: "ptc-checkpoint", version: 2 },
      "a newer release wrote this checkpoint (version 2): update @ptc/lisp",
    ],
    [
      "one of a mission",
      { format: "ptc-checkpoint", version: 1, kind: "mission" },
      "this is the checkpoint of a mission, not of one program: resume it with @ptc/subagent",
    ],
  ])("%s is refused", async (_what, given, message) => {
    await expect(resume(source, given as unknown as Checkpoint)).rejects.toThrow(message);
  });

  test("can at most change recorded results", async () => {
    const { step, tools, calls, json } = await waitingRun({ encryptionKey: secret });
    const given = { tools, context, decisions: approvals(step), encryptionKey: secret };
    const changed = json.replace('"result":[3,4]', '"result":[400,4]');
    expect(changed).not.toBe(json);
    // The arguments of the approved call depend on that result.
    await expect(resume(source, parsed(changed), given)).rejects.toThrow("was for other arguments");
    expect(calls).toEqual([]);
    await expect(resume(source, parsed(changed), { ...given, decisions: {} })).rejects.toThrow(
      "waits with other arguments than before",
    );
  });

  test("show the arguments with which an approved call is executed", async () => {
    const { step, tools, calls, json } = await waitingRun({ encryptionKey: secret });
    const checkpoint = parsed(json);
    const [call] = checkpoint.pending;
    // Another text for the person who decides, and the digest of the real arguments.
    const shown = { ...call, arguments: { ...call?.arguments, amount: 1 } };
    const changed = { ...checkpoint, pending: [shown] } as Checkpoint;
    const given = { tools, context, encryptionKey: secret };
    for (const decisions of [approvals(step), {}])
      await expect(resume(source, changed, { ...given, decisions })).rejects.toThrow(
        "is called with other arguments than the checkpoint shows",
      );
    expect(calls).toEqual([]);
  });

  test("are refused with a short message, however long their texts are", async () => {
    const { step, tools, json } = await waitingRun();
    const long = "x".repeat(1_000_000);
    const checkpoint = parsed(json) as unknown as { effects: object[]; pending: object[] };
    const effect = checkpoint.effects[0];
    const hidden = { json: {}, hidden: true };
    for (const changed of [
      { effects: [{ ...effect, at: long, tool: long, outcome: hidden }] },
      {
        effects: [
          { ...effect, at: long },
          { ...effect, at: long },
        ],
      },
      { effects: [{ ...effect, type: long }] },
      { effects: [{ type: "pause", at: long }] },
      { effects: Array.from({ length: 1_000_001 }, () => null) },
      { pending: Array.from({ length: 100_001 }, () => null) },
      { pending: [{ ...checkpoint.pending[0], id: long, tool: long }] },
    ]) {
      const refused = await resume(source, { ...checkpoint, ...changed } as unknown as Checkpoint, {
        tools,
        context,
        decisions: approvals(step),
        encryptionKey: secret,
      }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(CheckpointError);
      expect(refused instanceof Error ? refused.message.length : 0).toBeLessThan(1_500);
    }
  });

  test("deep data is refused, not followed", async () => {
    const { step, tools, json } = await waitingRun({ encryptionKey: secret });
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level++) deep = [deep];
    const checkpoint = parsed(json) as unknown as Json;
    for (const changed of [
      { ...checkpoint, effects: deep },
      {
        ...checkpoint,
        effects: [{ type: "tool", at: "1/0", tool: "user", args: deep, outcome: { json: {} } }],
      },
      {
        ...checkpoint,
        effects: [
          { type: "tool", at: "1/0", tool: "user", args: {}, outcome: { json: { result: deep } } },
        ],
      },
    ])
      await expect(
        resume(source, changed as unknown as Checkpoint, {
          tools,
          context,
          encryptionKey: secret,
          decisions: approvals(step),
        }),
      ).rejects.toThrow();
  });
});

/** Returns the checkpoint with each of its parts changed, removed or doubled, one at a time. */
function* changes(checkpoint: Checkpoint): Generator<readonly [string, Checkpoint]> {
  for (const path of pathsOf(checkpoint))
    for (const [what, change] of [
      ["nil", () => null],
      ["removed", undefined],
      ["text", () => "x"],
      ["number", () => 99],
      ["list", () => [1]],
      ["object", () => ({ a: 1 })],
      [
        "doubled",
        (value: unknown) =>
          Array.isArray(value) ? (value as unknown[]).concat(value) : `${String(value)}1`,
      ],
    ] as const) {
      const copy = parsed(JSON.stringify(checkpoint));
      if (changeAt(copy, path, change)) yield [`${path.join(".")} ${what}`, copy];
    }
}

function* pathsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    yield [...path, name];
    yield* pathsOf(item, [...path, name]);
  }
}

/** Returns false if nothing changed. */
function changeAt(
  root: unknown,
  path: readonly string[],
  change: ((value: unknown) => unknown) | undefined,
): boolean {
  const name = path.at(-1) ?? "";
  const parent = path.slice(0, -1).reduce((value, step) => (value as Json)[step], root) as Json;
  const before = JSON.stringify(root);
  if (change === undefined) {
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else Reflect.deleteProperty(parent, name);
  } else parent[name] = change(parent[name]);
  return JSON.stringify(root) !== before;
}
