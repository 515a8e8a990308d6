// Calls that wait although somebody tries to have others executed, and data at the borders of what
// a checkpoint can store.

import { describe, expect, test, vi } from "vitest";
import type { StandardSchema } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { Firewall } from "@ptc/core/firewall";
import {
  answer,
  approve,
  CheckpointError,
  deny,
  resume,
  run,
  suspend,
  type Checkpoint,
  type LispStep,
  type ResumeOptions,
  type SuspendOptions,
  type Tools,
} from "../../src/index.ts";
import { approvals, loopOf, waiting } from "./waiting-step.ts";

function returned(step: LispStep): unknown {
  return step.ok ? step.return : step.fail;
}

/** Tools that note what they execute. */
function desk() {
  const made: unknown[] = [];
  const pay: Tools[string] = {
    needsApproval: true,
    execute: (args) => {
      made.push(args);
      return args;
    },
  };
  return { made, tools: { pay } satisfies Tools };
}

describe("an approval", () => {
  test("can't be moved to other arguments by a pass without a decision", async () => {
    const { made, tools } = desk();
    const { checkpoint } = waiting(await run("(tool/pay {:n 5})", { tools, runId: "r" }));
    await expect(resume("(tool/pay {:n 100000})", checkpoint, { tools })).rejects.toThrow(
      new CheckpointError(
        "changed",
        "the run differs from the one that wrote the checkpoint: tool/pay (r/1/0) waits with other arguments than before",
      ),
    );
    const same = waiting(await resume("(tool/pay {:n 5})", checkpoint, { tools }));
    await resume("(tool/pay {:n 5})", same.checkpoint, { tools, decisions: approvals(same) });
    expect(made).toEqual([{ n: 5 }]);
  });

  test("is asked for with the real call, whatever an unsigned checkpoint shows", async () => {
    const { tools } = desk();
    const source = "(tool/pay {:n 100000})";
    const { checkpoint } = waiting(await run(source, { tools, runId: "r" }));
    const [call] = checkpoint.pending;
    if (call === undefined) throw new Error("no call waits");
    const forged = {
      ...checkpoint,
      pending: [{ ...call, address: { run: "x", turn: 1, path: [], ordinal: 9 } }],
    };
    const { pending } = waiting(await resume(source, forged, { tools }));
    expect(pending).toEqual([call].map(({ digest: _, ...shown }) => shown));
  });

  test.each([
    ["true", { needsApproval: true }],
    ["a rule", { needsApproval: () => true }],
    ["true, for a tool that also suspends", { needsApproval: true, suspends: true }],
  ])("isn't replaced by a time in an unsigned checkpoint: %s", async (_what, fields) => {
    const made: unknown[] = [];
    const tools: Tools = { pay: { ...fields, execute: (args) => made.push(args) } };
    const { checkpoint } = waiting(await run("(tool/pay {})", { tools }));
    const forged = {
      ...checkpoint,
      pending: checkpoint.pending.map((call) => ({ ...call, reason: "a timer", until: 0 })),
    };
    expect((await resume("(tool/pay {})", forged, { tools })).status).toBe("waiting");
    expect(made).toEqual([]);
  });

  test("of a call that later waits for a time ends with that time if the checkpoint is signed", async () => {
    let time = 5;
    const tools: Tools = {
      job: {
        needsApproval: true,
        suspends: true,
        execute: () => {
          if (time < 10) throw suspend({ reason: "a job", until: 10 });
          return "done";
        },
      },
    };
    const options = {
      tools,
      checkpointKey: "a key of this application",
      clock: { now: () => time, monotonic: () => 0 },
    };
    const asked = waiting(await run("(tool/job {})", options));
    const begun = waiting(
      await resume("(tool/job {})", asked.checkpoint, { ...options, decisions: approvals(asked) }),
    );
    expect((await resume("(tool/job {})", begun.checkpoint, options)).status).toBe("waiting");
    time = 10;
    expect(returned(await resume("(tool/job {})", begun.checkpoint, options))).toBe("done");
  });
});

describe("firewalled values", () => {
  const tools: Tools = {
    look: ({ id }) => id,
    user: async () => {
      await Promise.resolve();
      return { _token: "tok-4711-canary" };
    },
    pay: { needsApproval: true, execute: (args) => args },
  };
  const given = { tools, context: { plain: "tok-4711-canary" }, encryptionKey: "0123456789abcdef" };

  test("that the program reads after a call are hidden in that call too", async () => {
    const source = `
      (pcalls (fn [] (tool/look {:id data/plain}) (tool/pay {:id data/plain}))
              (fn [] (count (:_token (tool/user {}))) (tool/pay {:n 2})))`;
    const step = waiting(await run(source, given));
    expect(JSON.stringify([step.checkpoint, step.pending])).not.toContain("canary");
    const end = await resume(source, step.checkpoint, { ...given, decisions: approvals(step) });
    expect(returned(end)).toEqual([{ id: "tok-4711-canary" }, { n: 2 }]);
  });

  test("that the program uses as names are hidden", async () => {
    const source = `
      (let [token (:_token (tool/user {}))]
        (tool/look {:id {token 1 :b 2}})
        (tool/pay {token 3}))`;
    const step = waiting(await run(source, given));
    expect(JSON.stringify([step.checkpoint, step.pending])).not.toContain("canary");
    expect(step.pending[0]?.arguments).toEqual({ "<Firewalled>": 3 });
    const decisions = approvals(step);
    const end = await resume(source, step.checkpoint, { ...given, decisions });
    expect(returned(end)).toEqual({ "tok-4711-canary": 3 });
    for (const changed of [":b 2", "1 :b"])
      await expect(
        resume(source.replace(changed, changed.replace(/\d/, "9")), step.checkpoint, {
          ...given,
          decisions,
        }),
      ).rejects.toThrow("and the checkpoint has the arguments");
  });

  test("stay hidden in errors about decisions and changes, also if a schema quotes them", async () => {
    const quoting = (isRight: (args: Readonly<Record<string, unknown>>) => boolean) => ({
      user: () => ({ _pin: "s-9731-4711" }),
      pay: {
        needsApproval: true,
        inputSchema: {
          "~standard": {
            version: 1,
            vendor: "test",
            validate: (value) =>
              isRight(value as Readonly<Record<string, unknown>>)
                ? { value }
                : { issues: [{ message: `got ${JSON.stringify(value)}` }] },
          },
        } satisfies StandardSchema,
        execute: () => "paid",
      },
    });
    const program = "(tool/pay {:pin (:_pin (tool/user {})) :n 1})";
    const keys = { encryptionKey: "a key of sixteen bytes" };
    const tools = quoting(({ n }) => n === 1);
    const step = waiting(await run(program, { tools, ...keys }));
    const { id = "", arguments: shown = {} } = step.pending[0] ?? {};
    const decisions = { [id]: approve({ arguments: { ...shown, n: 2 } }) };
    const edited = resume(program, step.checkpoint, { tools, decisions, ...keys });
    await expect(edited).rejects.toThrow(
      `decisions["${id}"]: wrong arguments: got {"pin":"<Firewalled>","n":2}`,
    );
    const changed = quoting(() => false);
    const refused = resume(program, step.checkpoint, { tools: changed, ...keys });
    await expect(refused).rejects.toThrow(
      'it failed (tool/pay failed: wrong arguments: got {"pin":"<Firewalled>","n":1}) before',
    );
  });

  test("that another run has noted don't make a run differ", async () => {
    const source = '(do (tool/look {:id (str "n " data/plain)}) (tool/pay {}))';
    const firewall = new Firewall();
    const before = waiting(await run(source, given));
    await run("(count (:_token (tool/user {})))", { ...given, firewall });
    const options = { ...given, decisions: approvals(before) };
    expect((await resume(source, before.checkpoint, { ...options, firewall })).ok).toBe(true);
    const hidden = waiting(await run(source, { ...given, firewall }));
    expect(JSON.stringify(hidden.checkpoint)).not.toContain("canary");
    const decisions = approvals(hidden);
    expect((await resume(source, hidden.checkpoint, { ...given, decisions })).ok).toBe(true);
    await expect(
      resume(source.replace('"n "', '"m "'), hidden.checkpoint, { ...given, decisions }),
    ).rejects.toThrow('and the checkpoint has the arguments {"id":"n <Firewalled>"}');
  });
});

describe("arguments that JSON doesn't have", () => {
  test.each([
    ["a big integer", "{:n 12345678901234567890123N}", { n: "12345678901234567890123" }],
    ["a time", '{:at #inst "2020-01-01"}', { at: "2020-01-01T00:00:00.000Z" }],
    ["names of prototypes", '{"constructor" 1 "$date" 2}', { constructor: 1, $date: 2 }],
  ])("%s", async (_what, args, shown) => {
    const { made, tools } = desk();
    const source = `(do (tool/pay ${args}) 1)`;
    const keys = { checkpointKey: "a key of this application" };
    const step = waiting(await run(source, { tools, ...keys }));
    expect(step.pending[0]?.arguments).toEqual(shown);
    expect(step.checkpoint.pending[0]?.arguments).toEqual(shown);
    const decisions = approvals(step);
    expect((await resume(source, step.checkpoint, { tools, ...keys, decisions })).ok).toBe(true);
    const free: unknown[] = [];
    await run(source, { tools: { pay: (given) => free.push(given) } });
    expect(made).toEqual(free);
  });

  test("deep ones", async () => {
    const { made, tools } = desk();
    const source = '(tool/pay {:a (reduce (fn [a _] {"$a" a}) 1 (range 300))})';
    const step = waiting(await run(source, { tools }));
    await resume(source, step.checkpoint, { tools, decisions: approvals(step) });
    expect(made).toHaveLength(1);
  });
});

/** A schema whose check takes some turns, and may change its mind. */
function schema(check: (args: Record<string, unknown>) => boolean, turns: number): StandardSchema {
  return {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: async (value) => {
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        return check(value as Record<string, unknown>)
          ? { value }
          : { issues: [{ message: "no such order" }] };
      },
    },
  };
}

test("a tool may be an instance of a class, with inherited fields and a state of its own", async () => {
  class Refund {
    readonly made: unknown[] = [];
    get needsApproval() {
      return true;
    }
    get outputSchema(): StandardSchema {
      const validate = (value: unknown) =>
        value === 7 ? { value: "seven" } : { issues: [{ message: "expected 7" }] };
      return { "~standard": { version: 1, vendor: "test", validate } };
    }
    execute({ n }: { readonly n: number }) {
      this.made.push(n);
      return n;
    }
  }
  const refund = new Refund();
  const tools: Tools = { refund };
  const source = "[(tool/refund {:n 7}) (try (tool/refund {:n 8}) (catch Exception e :no))]";
  let step = await run(source, { tools });
  for (let pass = 0; pass < 2; pass++) {
    const { checkpoint, pending } = waiting(step);
    step = await resume(source, checkpoint, { tools, decisions: approvals({ pending }) });
  }
  expect([returned(step), refund.made]).toEqual([
    ["seven", "no"],
    [7, 8],
  ]);
});

describe("a check of arguments", () => {
  test("isn't repeated for a call with an answer, and its error is an answer", async () => {
    let isOpen = true;
    const made: unknown[] = [];
    const tools: Tools = {
      order: {
        inputSchema: schema(({ id }) => (id === 1) === isOpen, 3),
        execute: ({ id }) => made.push(id),
      },
      ...desk().tools,
    };
    const source = `
      [(tool/order {:id 1})
       (try (tool/order {:id 2}) (catch Exception e (ex-message e)))
       (:n (tool/pay {:n 7}))]`;
    const step = waiting(await run(source, { tools }));
    isOpen = false;
    const end = await resume(source, step.checkpoint, { tools, decisions: approvals(step) });
    expect(returned(end)).toEqual([1, "wrong arguments: no such order", 7]);
    expect(made).toEqual([1]);
  });
});

describe("suspensions", () => {
  test.each([
    ["no reason", {}, 'it was suspended without a reason: expected suspend({ reason: "…" })'],
    [
      "a Date",
      { reason: "x", until: new Date(5) },
      "it was suspended with a wrong `until`: expected milliseconds as a number",
    ],
  ])("with %s fail the call", async (_what, options, message) => {
    const tools: Tools = {
      wait: {
        suspends: true,
        execute: () => {
          throw suspend(options as unknown as SuspendOptions);
        },
      },
    };
    const step = await run("(tool/wait {})", { tools });
    expect(step.ok ? "ok" : step.fail.message).toBe(`tool/wait failed: ${message}`);
  });

  test("of a tool without `suspends` fail the call once", async () => {
    const execute = vi.fn(() => {
      throw suspend({ reason: "x" });
    });
    const tools: Tools = { wait: execute, ...desk().tools };
    const source = "(do (try (tool/wait {}) (catch Exception e nil)) (:n (tool/pay {:n 1})))";
    const step = waiting(await run(source, { tools }));
    expect(
      returned(await resume(source, step.checkpoint, { tools, decisions: approvals(step) })),
    ).toBe(1);
    expect(execute).toHaveBeenCalledTimes(1);
  });

  test("keep their data in every pass, and work beside `needsApproval: false`", async () => {
    const tools: Tools = {
      wait: {
        needsApproval: false,
        suspends: true,
        execute: () => {
          throw suspend({ reason: "x", data: new Map([[1, { $map: 2 }]]) });
        },
      },
    };
    const first = waiting(await run("(tool/wait {})", { tools }));
    const second = waiting(await resume("(tool/wait {})", first.checkpoint, { tools }));
    expect(second.pending).toEqual(first.pending);
  });
});

describe("results", () => {
  test.each([
    ["a promise in a list", () => [Promise.resolve(5)], ["#<Promise>"]],
    ["an endless chain of thenables in a list", () => [chain()], [{ then: "#<function>" }]],
    ["a Map", () => new Map([["a", 1]]), { a: 1 }],
  ])("of an answer are the same in each pass: %s", async (_what, make, expected) => {
    const { tools } = desk();
    const source = "(let [a (tool/pay {})] (tool/pay {}) a)";
    let step = await run(source, { tools });
    for (let pass = 0; step.status === "waiting"; pass++) {
      const { checkpoint, pending } = waiting(step);
      const id = pending[0]?.id ?? "";
      step = await resume(source, checkpoint, { tools, decisions: { [id]: answer(make()) } });
      if (pass === 0) {
        const once = "(let [a (tool/pay {})] a)";
        const first = waiting(await run(once, { tools }));
        const decisions = { [first.pending[0]?.id ?? ""]: answer(make()) };
        const end = await resume(once, first.checkpoint, { tools, decisions });
        expect(returned(end)).toEqual(expected);
      }
    }
    expect(returned(step)).toEqual(expected);
  });

  test("that are thenables aren't followed, as in other runs", async () => {
    const tools: Tools = { get: () => chain(), ...desk().tools };
    const source = "(let [a (tool/get {})] (tool/pay {}) a)";
    const step = waiting(await run(source, { tools }));
    const end = await resume(source, step.checkpoint, { tools, decisions: approvals(step) });
    const free = await run(source, { tools: { get: () => chain(), pay: () => 1 } });
    expect(returned(end)).toEqual(returned(free));
  });
});

/** A thenable that resolves to one like itself. */
function chain(): unknown {
  return {
    then: (resolve: (value: unknown) => void) => {
      resolve(chain());
    },
  };
}

describe("options", () => {
  const { pay } = desk().tools;
  test.each([
    [{ tools: { pay, a: null } }, "tools.a"],
    [{ tools: { pay, a: {} } }, "tools.a"],
    [{ tools: { pay, a: { inputSchema: {}, execute: () => 1 } } }, "tools.a.inputSchema"],
    [{ tools: { pay: { ...(pay as object), approvalTimeoutMs: Infinity } } }, "approvalTimeoutMs"],
    [{ tools: { pay }, random: () => 1 }, "random"],
    [{ tools: { pay }, random: 5 }, "random"],
    [{ tools: { pay }, runId: "" }, "runId"],
    [{ tools: { pay }, turn: -1 }, "turn"],
    [{ tools: { pay }, history: null }, "history"],
  ])("that no checkpoint can have are refused at the start: %o", async (options, name) => {
    const refused: unknown = await run("(tool/pay {})", options as never).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(OptionError);
    expect((refused as Error).message).toContain(name);
  });

  test.each([null, [], "x", new Map([["r/1/0", approve()]])])(
    "decisions must be an object: %o",
    async (decisions) => {
      const { tools } = desk();
      const { checkpoint } = waiting(await run("(tool/pay {})", { tools }));
      await expect(
        resume("(tool/pay {})", checkpoint, { tools, decisions } as unknown as ResumeOptions),
      ).rejects.toThrow("expected an object of decisions by the ids of calls");
    },
  );

  test("a resumed run needs `onJournal` again if the first one had it", async () => {
    const { tools } = desk();
    const source = '(do (task "a" 1) (tool/pay {}))';
    const step = waiting(await run(source, { tools, journal: {}, onJournal: () => undefined }));
    await expect(resume(source, step.checkpoint, { tools })).rejects.toThrow(
      "the run reported changes of its journal: pass its `onJournal` again",
    );
  });

  test("a clock may show any time", async () => {
    const { tools } = desk();
    const source = "(do (tool/pay {}) (System/currentTimeMillis))";
    const clock = { now: () => -5, monotonic: () => 0 };
    const { checkpoint, pending } = waiting(await run(source, { tools, clock }));
    const decisions = approvals({ pending });
    expect(returned(await resume(source, checkpoint, { tools, clock, decisions }))).toBe(-5);
  });

  test("a host without Web Crypto is named before any call", async () => {
    const { made, tools } = desk();
    vi.stubGlobal("crypto", {});
    try {
      await expect(run("(tool/pay {})", { tools })).rejects.toThrow(
        "calls that wait need Web Crypto (crypto.subtle): browsers have it on https pages only",
      );
    } finally {
      vi.unstubAllGlobals();
    }
    expect(made).toEqual([]);
  });
});

describe("forged data", () => {
  test("that throws when it is read is refused with a CheckpointError", async () => {
    const proxy = new Proxy({} as Checkpoint, {
      get: () => {
        throw new Error("no access");
      },
    });
    await expect(resume("1", proxy)).rejects.toThrow(
      new CheckpointError("unreadable", "the checkpoint can't be read: pass plain JSON"),
    );
  });

  test("with a digest of another length fits no call", async () => {
    const { made, tools } = desk();
    const step = waiting(await run("(tool/pay {})", { tools }));
    const pending = step.checkpoint.pending.map((call) => ({ ...call, digest: "ab".repeat(33) }));
    await expect(
      resume(
        "(tool/pay {})",
        { ...step.checkpoint, pending },
        { tools, decisions: approvals(step) },
      ),
    ).rejects.toThrow("was for other arguments");
    expect(made).toEqual([]);
  });

  test("that is deep is refused with a CheckpointError wherever it is", async () => {
    const { tools } = desk();
    const source = "(do (tool/look {}) (tool/pay {}))";
    const all: Tools = { ...tools, look: () => 1 };
    const { checkpoint } = waiting(await run(source, { tools: all }));
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level++) deep = [deep];
    const [effect] = checkpoint.effects;
    const [call] = checkpoint.pending;
    for (const changes of [
      { effects: [{ ...effect, args: deep }] },
      { effects: [{ ...effect, outcome: { json: { result: deep } } }] },
      { pending: [{ ...call, data: deep }] },
      { pending: [{ ...call, address: { deep } }] },
      { context: { json: deep } },
      { context: { json: [loopOf()] } },
    ])
      await expect(
        resume(source, { ...checkpoint, ...changes } as Checkpoint, { tools: all }),
      ).rejects.toThrow(new CheckpointError("unreadable", "the checkpoint is nested too deep"));
  });
});

test("other work of the host gets turns while a large checkpoint is read and written", async () => {
  const { tools } = desk();
  const all: Tools = { ...tools, look: ({ n }) => n };
  const source = "(do (dotimes [n 2000] (tool/look {:n n})) (tool/pay {}) 1)";
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  const step = waiting(await run(source, { tools: all }));
  setImmediate(count);
  const refused = await resume(source, step.checkpoint, {
    tools: all,
    decisions: { other: deny(), [step.pending[0]?.id ?? ""]: answer(1) },
  }).catch((error: unknown) => error);
  isOver = true;
  expect(refused).toBeInstanceOf(CheckpointError);
  expect(turns).toBeGreaterThan(20);
});
