// Checkpoints from outside: changed, forged, foreign and damaged ones, programs and contexts that
// changed since, and firewalled values.

import { describe, expect, test } from "vitest";
import {
  approve,
  CheckpointError,
  resume,
  run,
  type Checkpoint,
  type CheckpointOptions,
  type Tools,
} from "../../src/index.ts";
import { approvals } from "./waiting-step.ts";

type Json = Record<string, unknown>;

const secret = "a key of this application";
const source = `
  (let [user (tool/user {:id 7})
        rates (task "rates" (tool/rates {}))]
    (println "user" (:name user))
    [(tool/pay {:to (:name user) :amount (* (:n data/order) (first rates)) :auth (:_token user)})
     (rand-int 1000)])`;

function world() {
  const calls: unknown[] = [];
  const tools = {
    user: async ({ id }: { readonly id: number }) => {
      calls.push(["user", id]);
      await Promise.resolve();
      return { name: "Ada", _token: "tok-4711-canary" };
    },
    rates: () => {
      calls.push(["rates"]);
      return [3, 4];
    },
    pay: {
      needsApproval: true,
      execute: (args) => {
        calls.push(["pay", args]);
        return "paid";
      },
    },
  } satisfies Tools;
  return { calls, tools };
}

const context = { order: { n: 2 } };

async function waitingRun(options: CheckpointOptions = {}, journal = {}) {
  const { tools, calls } = world();
  const step = await run(source, { tools, context, journal, ...options });
  if (step.status !== "waiting") throw new Error("the run didn't wait");
  calls.length = 0;
  return { step, tools, calls, json: JSON.stringify(step.checkpoint) };
}

function parsed(json: string): Checkpoint {
  return JSON.parse(json) as Checkpoint;
}

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

describe("firewalled values", () => {
  test("never appear in a checkpoint or in pending calls, and are needed to resume", async () => {
    const { step, tools, calls, json } = await waitingRun();
    expect(json).not.toContain("canary");
    expect(step.pending[0]?.arguments).toEqual({ to: "Ada", amount: 6, auth: "<Firewalled>" });
    const resumed = resume(source, parsed(json), { tools, context, decisions: approvals(step) });
    await expect(resumed).rejects.toThrow(
      new CheckpointError(
        "hidden",
        "firewalled values are missing in tool/user at 1/0 (result._token): pass the same `context` and `memory`; values from tools need a run with an `encryptionKey`, which stores them encrypted",
      ),
    );
    expect(calls).toEqual([]);
  });

  test("are encrypted with an encryption key, and reach tools as before", async () => {
    const { step, tools, calls, json } = await waitingRun({ encryptionKey: secret });
    expect(json).not.toContain("canary");
    const options = { tools, context, decisions: approvals(step) };
    for (const encryptionKey of [undefined, "another key of 16 bytes"])
      await expect(
        resume(source, parsed(json), {
          ...options,
          ...(encryptionKey === undefined ? {} : { encryptionKey }),
        }),
      ).rejects.toThrow("pass the `encryptionKey` of the run that wrote the checkpoint");
    const end = await resume(source, parsed(json), { ...options, encryptionKey: secret });
    expect(end.ok ? end.return : end.fail).toEqual(["paid", expect.any(Number)]);
    expect(calls).toEqual([["pay", { to: "Ada", amount: 6, auth: "tok-4711-canary" }]]);
  });

  test("keep their place in an edit, at any depth", async () => {
    const made: unknown[] = [];
    const tools: Tools = {
      pay: { needsApproval: true, execute: (args) => made.push(args) },
    };
    const program =
      '(tool/pay {:amount 9 :note (str "for " (:_key data/user)) :to [{:pin (:_pin data/user)}]})';
    const given = { user: { _key: "canary-key-1", _pin: 471_147 } };
    const step = await run(program, { tools, context: given });
    if (step.status !== "waiting") throw new Error("the run didn't wait");
    const [call] = step.pending;
    expect(call?.arguments).toEqual({
      amount: 9,
      note: "for <Firewalled>",
      to: [{ pin: "<Firewalled>" }],
    });
    const edited = { ...call?.arguments, amount: 5 };
    await resume(program, parsed(JSON.stringify(step.checkpoint)), {
      tools,
      context: given,
      decisions: { [call?.id ?? ""]: approve({ arguments: edited }) },
    });
    expect(made).toEqual([{ amount: 5, note: "for canary-key-1", to: [{ pin: 471_147 }] }]);
  });

  test("of contexts, journals and errors are hidden too", async () => {
    const tools: Tools = {
      fails: () => {
        throw new Error("401 for tok-ctx-canary1");
      },
      pay: { needsApproval: true, execute: () => 1 },
    };
    const program =
      "(do (try (tool/fails {:auth (:_key data/user)}) (catch Exception e nil)) (tool/pay {}))";
    const given = { user: { _key: "tok-ctx-canary1" } };
    const step = await run(program, {
      tools,
      context: given,
      journal: { old: { _pin: "canary-2468" } },
      keepContext: true,
    });
    expect(JSON.stringify(step.status === "waiting" ? step.checkpoint : null)).toMatch(/^\{/);
    expect(JSON.stringify(step.status === "waiting" ? step.checkpoint : null)).not.toMatch(
      /canary/,
    );
  });
});

describe("a value read from a firewalled field", () => {
  const tools: Tools = {
    user: () => ({ _token: "tok-4711-canary" }),
    owners: () => ({ "tok-4711-canary": 3, more: [["tok-4711-canary", 1]] }),
    note: () => null,
    fails: () => {
      throw new Error("401 for tok-4711-canary");
    },
    pay: { needsApproval: true, execute: () => "paid" },
  };
  const after = async (rest: string) => {
    const program = `(let [t (:_token (tool/user {}))] ${rest})`;
    return run(program, { tools, journal: {}, encryptionKey: secret });
  };

  test.each([
    ["argument", "(tool/pay {:to t})"],
    ["text in an argument", '(tool/pay {:to (str "to " t)})'],
    ["name of an argument", "(tool/pay {t 1})"],
    ["nested name", "(do (tool/note {:m {t 1}}) (tool/pay {:m [{t 1}]}))"],
    ["name in a result", "(do (tool/owners {}) (tool/pay {}))"],
    ["message of an error", "(do (try (tool/fails {}) (catch Exception e 1)) (tool/pay {}))"],
    ["result of a task", '(do (task "t" {t t}) (tool/pay {}))'],
  ])("isn't in a checkpoint in clear: %s", async (_what, rest) => {
    const step = await after(rest);
    expect(step.status).toBe("waiting");
    if (step.status !== "waiting") return;
    expect(JSON.stringify([step.checkpoint, step.pending, step.fail])).not.toContain("canary");
  });

  test.each([
    ["around the call that waits", '(task (str "pay " t) (tool/pay {}))'],
    ["around a call", "(do (task t (tool/note {})) (tool/pay {}))"],
  ])("isn't the id of a task in a checkpoint: %s", async (_what, rest) => {
    const step = await after(rest);
    expect(step.ok ? "ok" : step.fail).toEqual({
      reason: "checkpoint_failed",
      message:
        "the run has to wait, but its checkpoint can't be written: the id of a task contains a firewalled value: name the task without it",
    });
  });
});

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

describe("changes since the checkpoint", () => {
  const tools: Tools = {
    look: ({ id }) => ({ id, amount: 5 }),
    pay: { needsApproval: true, execute: ({ amount }) => amount },
  };
  const before = "(let [o (tool/look {:id 1})] (tool/pay {:amount (:amount o)}))";
  async function changed(after: string, given = {}): Promise<unknown> {
    const step = await run(before, { tools, context: { a: 1 }, runId: "r" });
    if (step.status !== "waiting") throw new Error("the run didn't wait");
    const end = await resume(after, parsed(JSON.stringify(step.checkpoint)), {
      tools,
      context: { a: 1 },
      decisions: approvals(step),
      ...given,
    });
    return end.ok ? [end.return, end.warnings] : end.fail.message;
  }
  const differs = "the run differs from the one that wrote the checkpoint: ";

  test("after the checkpoint are allowed, with a warning", async () => {
    const after = before.replace("(tool/pay", "(inc (tool/pay").concat(")");
    expect(await changed(after)).toEqual([
      6,
      ["the program has changed since the checkpoint; its effects so far are the same"],
    ]);
  });

  test.each([
    [
      "other arguments of an answered call",
      before.replace(":id 1", ":id 2"),
      'tool/look is called at 1/0 with {"id":2}, and the checkpoint has the arguments {"id":1}',
    ],
    [
      "other arguments of an approved call",
      before.replace("(:amount o)", "100000"),
      "the decision about tool/pay (r/1/1) was for other arguments",
    ],
    [
      "another tool",
      before.replace("tool/look", "tool/pay"),
      "tool/pay is called at 1/0, where the checkpoint has a call of tool/look",
    ],
    [
      "a removed call",
      "(tool/pay {:amount 5})",
      "tool/pay is called at 1/0, where the checkpoint has a call of tool/look",
    ],
    [
      "an added call before",
      before.replace("(let [", "(let [_ (System/currentTimeMillis) "),
      "the run requests the time at 1/0, which the checkpoint doesn't have, before tool/look at 1/0",
    ],
    [
      "an early end",
      "(+ 1 2)",
      "it ended before it requested tool/look at 1/0, which the checkpoint has",
    ],
    [
      "an early failure",
      "(nope)",
      "it failed (unknown symbol nope) before it requested tool/look at 1/0",
    ],
    [
      "a removed call that waits",
      "(tool/look {:id 1})",
      "it ended before it requested tool/pay (r/1/1), which the checkpoint has",
    ],
  ])("%s", async (_what, after, message) => {
    await expect(changed(after)).rejects.toThrow(`${differs}${message}`);
  });

  test("of one approved call execute none of the others", async () => {
    const made: unknown[] = [];
    const noted: Tools = {
      pay: {
        needsApproval: true,
        execute: ({ amount }) => {
          made.push(amount);
        },
      },
    };
    const program = (amount: number): string =>
      `(pcalls (fn [] (tool/pay {:amount 1})) (fn [] (tool/pay {:amount ${String(amount)}})))`;
    const step = await run(program(2), { tools: noted });
    if (step.status !== "waiting") throw new Error("the run didn't wait");
    const { checkpoint } = step;
    await expect(
      resume(program(3), checkpoint, { tools: noted, decisions: approvals(step) }),
    ).rejects.toThrow("was for other arguments");
    expect(made).toEqual([]);
    await resume(program(2), checkpoint, { tools: noted, decisions: approvals(step) });
    expect(made).toEqual([1, 2]);
  });

  test("of a firewalled argument of an approved call are refused, although it looks the same", async () => {
    const made: unknown[] = [];
    const given = {
      tools: {
        user: () => ({ _token: "tok-4711", _admin: "tok-4712" }),
        pay: {
          needsApproval: true,
          execute: ({ auth }) => {
            made.push(auth);
          },
        },
      } satisfies Tools,
      encryptionKey: secret,
    };
    const program = (field: string): string => `(tool/pay {:auth (${field} (tool/user {}))})`;
    const step = await run(program(":_token"), given);
    if (step.status !== "waiting") throw new Error("the run didn't wait");
    const decisions = approvals(step);
    await expect(
      resume(program(":_admin"), step.checkpoint, { ...given, decisions }),
    ).rejects.toThrow("was for other arguments");
    expect(made).toEqual([]);
    await resume(program(":_token"), step.checkpoint, { ...given, decisions });
    expect(made).toEqual(["tok-4711"]);
  });

  test.each([
    ["context", { context: { a: 2 } }],
    ["memory", { memory: { x: 1 } }],
  ])("in the %s are refused", async (name, given) => {
    await expect(changed(before, given)).rejects.toThrow(
      `the ${name} isn't the one with which the run began: pass the same \`${name}\` again`,
    );
  });

  test("of a kept context aren't possible: the checkpoint has it", async () => {
    const program = "(tool/pay {:amount (count (:rows data/big))})";
    const given = { big: { rows: [1, 2, 3], at: new Date(5) } };
    const step = await run(program, { tools, context: given, keepContext: true });
    if (step.status !== "waiting") throw new Error("the run didn't wait");
    const end = await resume(program, parsed(JSON.stringify(step.checkpoint)), {
      tools,
      decisions: approvals(step),
    });
    expect(end.ok ? end.return : end.fail).toBe(3);
  });

  test("a result that can't be stored ends the run instead of waiting", async () => {
    const loop: unknown[] = [];
    loop.push(loop);
    const step = await run("(do (try (tool/odd {}) (catch Exception e 1)) (tool/pay {}))", {
      tools: { odd: () => loop, pay: { needsApproval: true, execute: () => 1 } },
    });
    expect(step.ok ? "ok" : [step.fail.reason, step.fail.message]).toEqual([
      "checkpoint_failed",
      expect.stringContaining(
        "the run has to wait, but its checkpoint can't be written: the result of tool/odd at 1/0 can't be stored: ",
      ),
    ]);
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
