// Prepared programs whose calls wait. They run as `run` does, from the same checkpoints.

import { describe, expect, test } from "vitest";
import {
  approve,
  check,
  deny,
  prepare,
  resume,
  run,
  suspend,
  type LispStep,
  type PrepareOptions,
  type Program,
  type Tools,
} from "../../src/index.ts";
import { approvals, waiting } from "./waiting-step.ts";

async function prepared(source: string, options: PrepareOptions = {}): Promise<Program> {
  const made = await prepare(source, options);
  if (!made.ok) throw new Error(made.errors[0]?.message);
  return made.program;
}

function returned(step: LispStep): unknown {
  if (!step.ok) throw new Error(step.fail.message);
  return step.return;
}

/** Tools that note their calls. Payments above 100 wait. */
function desk() {
  const calls: string[] = [];
  const tools = {
    look: ({ id }: { readonly id: number }) => {
      calls.push(`look ${String(id)}`);
      return id * 60;
    },
    pay: {
      needsApproval: ({ amount }) => Number(amount) > 100,
      execute: ({ amount }) => {
        calls.push(`pay ${String(amount)}`);
        return `paid ${String(amount)}`;
      },
    },
  } satisfies Tools;
  return { calls, tools };
}

const payments = `
  (def paid (pmap (fn [id]
                    (try (tool/pay {:amount (+ (tool/look {:id id}) data/fee bonus (rand-int 10))})
                         (catch Exception e (ex-message e))))
                  [1 2 3]))
  [(count paid) paid]`;
const memory = { bonus: 5 };
const context = { fee: 1 };
const names = { memoryNames: ["bonus"], context };

describe.each([
  ["closures", "never"],
  ["generated code", { calls: 0, turns: 0 }],
] as const)("prepared programs as %s", (_, generate) => {
  test("wait for all calls, and continue with memory, context and decisions", async () => {
    const { calls, tools } = desk();
    const program = await prepared(payments, { tools, generate, ...names });
    const options = { memory, context, runId: "r", random: () => 0.3 };
    const step = waiting(await program.run(options));
    expect(calls).toEqual(["look 1", "pay 68", "look 2", "look 3"]);
    expect(step.pending.map(({ id }) => id)).toEqual(["r/1/0.1/1", "r/1/0.2/1"]);
    const decisions = { "r/1/0.1/1": approve(), "r/1/0.2/1": deny("too much") };
    const next = await program.resume(step.checkpoint, { memory, context, decisions });
    expect(calls).toHaveLength(5);
    // The same run without a prepared program.
    const other = desk();
    const whole = waiting(await run(payments, { ...options, tools: other.tools, generate }));
    expect(step.pending.map(({ id, arguments: args }) => [id, args])).toEqual(
      whole.pending.map(({ id, arguments: args }) => [id, args]),
    );
    const resumed = await resume(payments, whole.checkpoint, {
      memory,
      context,
      decisions,
      tools: other.tools,
    });
    expect(returned(next)).toEqual(returned(resumed));
    expect(next.memory.toJSON()).toEqual(resumed.memory.toJSON());
    expect(other.calls).toEqual(calls);
  });

  test("continue runs of other prepared programs, and of `run`", async () => {
    const { calls, tools } = desk();
    const first = await prepared(payments, { tools, generate, ...names });
    const step = waiting(await first.run({ memory, context }));
    const second = await prepared(payments, { tools, ...names });
    const decisions = approvals(step);
    const options = { memory, context, decisions };
    const results = [
      await second.resume(step.checkpoint, options),
      await resume(second, step.checkpoint, options),
      await resume(payments, step.checkpoint, { ...options, tools }),
    ].map(returned);
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
    expect(calls).toHaveLength(4 + 3 * 2);
  });

  test("several runs at once are separate", async () => {
    const { tools } = desk();
    const program = await prepared("[data/n (tool/pay {:amount (* 100 data/n)})]", {
      tools,
      generate,
    });
    const ends = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const step = await program.run({ context: { n } });
        if (step.status !== "waiting") return returned(step);
        const decisions = approvals(step);
        return returned(await program.resume(step.checkpoint, { context: { n }, decisions }));
      }),
    );
    expect(ends).toEqual([
      [1, "paid 100"],
      [2, "paid 200"],
      [3, "paid 300"],
    ]);
  });
});

describe("the tools of a prepared program", () => {
  test("may wait if they are passed to one run", async () => {
    const program = await prepared("(tool/pay {:amount 7})", { tools: { pay: () => "paid" } });
    expect(returned(await program.run())).toBe("paid");
    const tools: Tools = { pay: { needsApproval: true, execute: () => "paid by the other" } };
    const step = waiting(await program.run({ tools, checkpointKey: "a key of sixteen bytes" }));
    const options = { tools, decisions: approvals(step), checkpointKey: "a key of sixteen bytes" };
    expect(returned(await program.resume(step.checkpoint, options))).toBe("paid by the other");
    // Other runs of the program don't wait.
    expect(returned(await program.run())).toBe("paid");
  });

  test("may be replaced by tools that don't wait", async () => {
    const { calls, tools } = desk();
    const program = await prepared("(tool/pay {:amount 700})", { tools });
    expect(returned(await program.run({ tools: { ...tools, pay: () => "free" } }))).toBe("free");
    expect(calls).toEqual([]);
  });

  test("may suspend themselves, and are asked again in each pass", async () => {
    let passes = 0;
    const tools: Tools = {
      job: {
        suspends: true,
        execute: () => {
          if (++passes < 3) throw suspend({ reason: "still running" });
          return "done";
        },
      },
    };
    const program = await prepared('(str "job " (tool/job {}))', { tools });
    let step = await program.run();
    while (step.status === "waiting")
      step = await program.resume(step.checkpoint, { decisions: approvals(step) });
    expect([returned(step), passes]).toEqual(["job done", 3]);
  });

  test("are checked by `check` and `prepare` as others are", async () => {
    const { tools } = desk();
    expect(await check("(tool/pay {:amount 1})", { tools })).toEqual([]);
    const wrong = await prepare("(tool/play {:amount 1})", { tools });
    expect(wrong.ok ? "" : wrong.errors[0]?.message).toContain("pay");
  });
});

describe("a prepared program refuses", () => {
  const tools: Tools = { pay: { needsApproval: true, execute: () => 1 } };

  test("the checkpoint of another program before it calls a tool", async () => {
    const { calls, tools: desks } = desk();
    const step = waiting(await run("(tool/pay {:amount 700})", { tools: desks }));
    const other = await prepared("(tool/pay {:amount 701})", { tools: desks });
    await expect(other.resume(step.checkpoint, { decisions: approvals(step) })).rejects.toThrow(
      /the decision about tool\/pay \(.*\) was for other arguments/,
    );
    expect(calls).toEqual([]);
  });

  test("another context and another memory", async () => {
    const { tools: desks } = desk();
    const program = await prepared(payments, { tools: desks, ...names });
    const step = waiting(await program.run({ memory, context }));
    await expect(program.resume(step.checkpoint, { memory, context: { fee: 2 } })).rejects.toThrow(
      "the context isn't the one with which the run began",
    );
    await expect(
      program.resume(step.checkpoint, { memory: { bonus: 6 }, context }),
    ).rejects.toThrow("the memory isn't the one with which the run began");
  });

  test.each([
    [{ limits: { steps: 5 } }, "limits"],
    [{ generate: "never" }, "generate"],
    [{ frobs: 1 }, "frobs"],
  ])("the option of %o", async (wrong, option) => {
    const program = await prepared("(tool/pay {})", { tools });
    await expect(program.run(wrong as never)).rejects.toThrow(`option \`${option}\``);
    const step = waiting(await program.run());
    await expect(program.resume(step.checkpoint, wrong as never)).rejects.toThrow(
      `option \`${option}\``,
    );
  });

  test.each([
    [{ needsApproval: "yes" }, "tools.pay.needsApproval", "expected true, false or a function"],
    [{ needsApproval: null }, "tools.pay.needsApproval", "expected true, false or a function"],
    [{ suspends: 1 }, "tools.pay.suspends", "expected true or false"],
    [{ suspends: 0 }, "tools.pay.suspends", "expected true or false"],
    [{ needsApproval: true, execute: 1 }, "tools.pay", "expected a function, or an object"],
    [{ needsApproval: true, frobs: 1 }, "tools.pay.frobs", "unknown option"],
  ])("a tool with %o", async (fields, option, text) => {
    const wrong = { pay: { execute: () => 1, ...fields } } as never;
    const error = { option, message: expect.stringContaining(text) as string };
    await expect(prepare("(tool/pay {})", { tools: wrong })).rejects.toMatchObject(error);
    await expect(run("(tool/pay {})", { tools: wrong })).rejects.toMatchObject(error);
    const program = await prepared("(tool/pay {})", { tools: { pay: () => 1 } });
    await expect(program.run({ tools: wrong })).rejects.toMatchObject(error);
  });
});
