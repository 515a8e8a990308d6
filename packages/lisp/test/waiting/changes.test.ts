// Programs and contexts that changed since the checkpoint.

import { describe, expect, test } from "vitest";
import { resume, run, type Tools } from "../../src/index.ts";
import { parsed, secret } from "./checkpointed-run.ts";
import { approvals } from "./waiting-step.ts";

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
