// Failures of pool processes: each gives a step with a typed reason, affects no other run, and
// leaves no process behind.
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nothingUsed } from "@ptc/core/internal/contracts";
import { children, gate, hasProc, kill, liar, part, pause, script, testPools } from "./pools.ts";

const { poolOf, folder } = testPools();

describe("processes of the pool", () => {
  test.skipIf(!hasProc)(
    "a process killed from outside ends its run, aborts its tools, and affects no other run",
    async () => {
      const pool = poolOf({ size: 2 });
      const [first, second] = [gate(), gate()];
      const running = [first, second].map(({ tool }, index) =>
        pool.run(`[${String(index)} (tool/wait {})]`, { tools: { wait: tool } }),
      );
      const queued = pool.run("(+ 1 1)");
      const [signal] = await Promise.all([first.entered, second.entered]);
      const [victim] = children();
      process.kill(victim ?? 0, "SIGKILL");
      const lost = await Promise.race(running);
      expect(lost).toMatchObject({
        ok: false,
        toolCalls: [
          {
            name: "wait",
            args: {},
            error:
              "the program's process did not respond: it exited (signal SIGKILL); the program may be correct",
          },
        ],
        fail: {
          reason: "sandbox_failed",
          message:
            "the program's process did not respond: it exited (signal SIGKILL); the program may be correct",
          details: { kind: "sandbox_ended" },
        },
      });
      expect(await queued).toMatchObject({ ok: true, return: 2 });
      first.open();
      second.open();
      const steps = await Promise.all(running);
      expect(steps.map((step) => step.ok).sort()).toEqual([false, true]);
      expect(signal.aborted).toBe(!steps[0]?.ok);
    },
  );

  test.skipIf(!hasProc)("replaces a process that is killed while it waits for work", async () => {
    const pool = poolOf();
    await pool.run("1");
    const killed = children();
    kill("SIGKILL");
    // Waits until this process has noticed that they ended.
    while (killed.some((pid) => existsSync(`/proc/${String(pid)}`))) await pause(5);
    expect(await pool.run("(+ 1 1)")).toMatchObject({ ok: true, return: 2 });
  });

  test.skipIf(!hasProc).each([
    ["after its tool answered", true],
    ["while its tool works", false],
  ])("gives up a process that hangs %s", async (_, answers) => {
    const pool = poolOf();
    const { tool, entered, open } = gate();
    const running = pool.run("(do (tool/wait {}) 1)", {
      tools: { wait: tool },
      limits: { timeoutMs: 100 },
    });
    await entered;
    kill("SIGSTOP");
    if (answers) open();
    expect(await running).toMatchObject({ ok: false, fail: { reason: "timeout" } });
  });

  test("a pool process sees nothing of this one: no environment, no input or output", async () => {
    process.env["PTC_POOL_SECRET"] = "canary";
    try {
      const pool = poolOf();
      await pool.run("1");
      for (const pid of children()) {
        expect(readFileSync(`/proc/${String(pid)}/environ`, "utf8")).toBe("");
        expect(
          [0, 1, 2].map((descriptor) =>
            readlinkSync(`/proc/${String(pid)}/fd/${String(descriptor)}`),
          ),
        ).toEqual(["/dev/null", "/dev/null", "/dev/null"]);
      }
    } finally {
      delete process.env["PTC_POOL_SECRET"];
    }
  });

  test.each([
    ["that is not there", join(folder, "nothing"), "ENOENT"],
    ["that is no program", folder, "EACCES"],
  ])("reports to every run that a process %s can't start", async (_, execPath, problem) => {
    const pool = poolOf({ execPath, size: 2 });
    const steps = await Promise.all([pool.run("1"), pool.run("2"), pool.run("3")]);
    for (const step of steps)
      expect(step).toMatchObject({
        ok: false,
        fail: {
          reason: "sandbox_failed",
          message: `the process for the program could not be started: spawn ${execPath} ${problem}`,
          details: { kind: "sandbox_unstarted" },
        },
      });
  });

  test("a process that exits at once or never becomes ready fails to start", async () => {
    expect(await poolOf({ execArgv: ["--no-such-option"] }).run("1")).toMatchObject({
      ok: false,
      fail: {
        message:
          "the process for the program could not be started: it exited at startup (exit code 9)",
      },
    });
    // As without a file of the package, which a bundler may have left out.
    expect(await poolOf({ execPath: script(folder, "exit 1") }).run("1")).toMatchObject({
      ok: false,
      fail: {
        message:
          "the process for the program could not be started: it exited at startup (exit code 1). If a bundler wrote this server, keep @ptc/lisp external (esbuild: --external:@ptc/lisp, Next.js: serverExternalPackages)",
      },
    });
    expect(
      await poolOf({ execPath: script(folder, "exec sleep 60"), startTimeoutMs: 200 }).run("1"),
    ).toMatchObject({
      ok: false,
      fail: {
        message: "the process for the program could not be started: it was not ready after 200 ms",
      },
    });
  });

  test(
    "drops a pool process that sends an invalid message, which has no effect",
    { tags: "full" },
    async () => {
      let calls = 0;
      const tools = { t: () => ++calls };
      const address = { path: [], ordinal: 0 };
      const begun = { type: "begun", run: 1 };
      const call = (change: object): object => ({
        type: "tool-call",
        run: 1,
        call: 0,
        name: "t",
        address,
        args: part({}),
        ...change,
      });
      const wrong: readonly (object | string)[] = [
        "{",
        "null",
        begun,
        { type: "nonsense" },
        { type: "begun" },
        call({ name: "__proto__" }),
        call({ name: "toString" }),
        call({ call: 1 }),
        call({ args: part([1]) }),
        call({ args: part({ $function: {} }) }),
        call({ args: 0 }),
        call({ args: {} }),
        call({ address: { path: [{}], ordinal: 0 } }),
        call({ address: { path: [], ordinal: -1 } }),
        { type: "step", run: 1, step: {} },
        { type: "task", run: 1, id: 1, recorded: true, result: part(1) },
        {
          type: "step",
          run: 1,
          step: {
            outcome: { ok: false, fail: { reason: 1, message: "x" } },
            prints: [],
            toolCalls: [],
            parallelCalls: [],
            usage: nothingUsed,
            warnings: [],
          },
        },
      ];
      for (const message of wrong) {
        const step = await poolOf({ execPath: liar(folder, [begun, message]) }).run("1", { tools });
        expect([message, step.ok ? step.return : step.fail.reason, calls]).toEqual([
          message,
          "sandbox_failed",
          0,
        ]);
      }
      const twice = await poolOf({
        execPath: liar(folder, [begun, call({}), call({ call: 1 })]),
      }).run("1", { tools });
      expect([twice.ok ? 0 : twice.fail.reason, calls]).toEqual(["sandbox_failed", 1]);
      const tooMany = await poolOf({
        execPath: liar(folder, [
          begun,
          ...[0, 1, 2].map((index) => call({ call: index, address: { path: [], ordinal: index } })),
        ]),
      }).run("1", { tools, limits: { toolCalls: 2 } });
      expect([tooMany.ok ? 0 : tooMany.fail.reason, calls]).toEqual(["sandbox_failed", 3]);
    },
  );

  test("a process can't call a tool or end a task before its program begins, or repeat a phase", async () => {
    const [begun, ended] = [
      { type: "begun", run: 1 },
      { type: "ended", run: 1 },
    ];
    const call = {
      type: "tool-call",
      run: 1,
      call: 0,
      name: "t",
      address: { path: [], ordinal: 0 },
      args: part({}),
    };
    const task = { type: "task", run: 1, id: "a", recorded: false };
    for (const messages of [
      [call],
      [task],
      [ended, call],
      [ended, ended],
      [ended, begun],
      [begun, ended, begun],
    ]) {
      expect(
        await poolOf({ execPath: liar(folder, messages) }).run("1", {
          tools: { t: () => expect.fail("called") },
        }),
      ).toMatchObject({
        ok: false,
        toolCalls: [],
        fail: {
          message:
            "the program's process did not respond: it sent an invalid message (a message out of order); the program may be correct",
        },
      });
    }
  });

  test("gives up a process that announces an oversized message, before it arrives", async () => {
    const step = await poolOf({
      execPath: liar(folder, [], "Buffer.from([255, 255, 255, 255])"),
    }).run("1");
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "sandbox_failed",
        message:
          "the program's process did not respond: it sent an invalid message (a message of 4294967295 bytes; the maximum is 33554432); the program may be correct",
      },
    });
  });

  test("a pool process cannot answer for another run, or put names on prototypes", async () => {
    const written = (value: unknown, run: number): object => ({
      type: "step",
      run,
      step: {
        outcome: {
          ok: true,
          endedBy: "value",
          value: part(value),
          memory: {
            changed: [["__proto__", part({ __proto__: 1 })]],
            removed: [],
            unkept: [],
            mayAwait: false,
          },
          holdsFunctions: false,
          summaries: [["__proto__", "x"]],
        },
        prints: [],
        toolCalls: [],
        parallelCalls: [],
        usage: nothingUsed,
        warnings: [],
        libraries: [],
      },
    });
    const step = await poolOf({
      execPath: liar(folder, [
        written("forged", 2),
        {
          type: "tool-call",
          run: 2 ** 40,
          call: 0,
          name: "t",
          address: { path: [], ordinal: 0 },
          args: part({}),
        },
        written({ __proto__: { polluted: 1 } }, 1),
      ]),
    }).run("1", { tools: { t: () => expect.fail("called") } });
    expect(step).toMatchObject({ ok: true });
    expect(step.ok && Object.getPrototypeOf(step.return)).toBe(Object.prototype);
    expect([
      Object.keys(step.summaries),
      [...step.memory.names()],
      ({} as { polluted?: unknown }).polluted,
    ]).toEqual([["__proto__"], ["__proto__"], undefined]);
  });
});
