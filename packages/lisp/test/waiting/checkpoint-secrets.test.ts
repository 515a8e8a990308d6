// Firewalled values in checkpoints.

import { describe, expect, test } from "vitest";
import { approve, CheckpointError, resume, run, type Tools } from "../../src/index.ts";
import { context, parsed, secret, source, waitingRun } from "./checkpointed-run.ts";
import { approvals } from "./waiting-step.ts";

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
