// The boundary between a program and host functions: results and failures of tools, where tools are
// called, what errors reveal, and hostile options.
import { describe, expect, test } from "vitest";
import { TraceScope, systemClock } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { decodeMemory, run, type LispRunOptions } from "../../src/index.ts";
import { failOf, printed } from "../evaluate.ts";

/** Returns options with a tool `t` that calls the given function. */
const withTool = (t: () => unknown): LispRunOptions => ({ tools: { t } });

function revoked(target: object = {}): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const message = "(try (tool/t) (catch Exception e (ex-message e)))";

describe("errors thrown by tools", () => {
  const unreadable = "the tool failed with an error that cannot be read";
  const silent = "the tool failed without a message";
  const thrown: readonly (readonly [name: string, error: () => unknown, text: string])[] = [
    ["an error", () => new Error("no"), "no"],
    [
      "an error with a stack of its own",
      () => Object.assign(new Error("no"), { stack: "at /secret/place.ts:1:2" }),
      "no",
    ],
    [
      "an error whose message throws",
      () =>
        Object.defineProperty(new Error("x"), "message", {
          get: () => {
            throw new Error("asked");
          },
        }),
      unreadable,
    ],
    [
      "an error that causes itself",
      () => {
        const error = new Error("no");
        error.cause = error;
        return error;
      },
      "no",
    ],
    ["a string", () => "just text", "just text"],
    ["a number", () => 5, "5"],
    ["nothing", () => undefined, silent],
    ["null", () => null, silent],
    ["a symbol", () => Symbol("x"), silent],
    ["a function", () => () => 1, silent],
    [
      "an object whose message converts itself",
      () => ({
        message: {
          toString: () => "x",
          valueOf: () => {
            throw new Error("asked");
          },
        },
      }),
      silent,
    ],
    ["a revoked proxy", () => revoked(), unreadable],
    [
      "a proxy whose traps throw",
      () =>
        new Proxy(new Error("x"), {
          get: () => {
            throw new Error("asked");
          },
          has: () => {
            throw new Error("asked");
          },
          getPrototypeOf: () => {
            throw new Error("asked");
          },
        }),
      unreadable,
    ],
    [
      "a thenable",
      () => ({
        then: () => {
          throw new Error("asked");
        },
      }),
      silent,
    ],
  ];

  test.each(thrown)(
    "%s is reported as its message and nothing else, sync or async",
    async (_, error, text) => {
      for (const t of [
        () => {
          throw error();
        },
        async () => {
          await Promise.resolve();
          throw error();
        },
      ]) {
        const step = await run("(tool/t)", withTool(t));
        expect(step).toMatchObject({
          ok: false,
          fail: { reason: "tool_error", message: `tool/t failed: ${text}` },
          toolCalls: [{ name: "t", error: text }],
        });
        expect(await printed(message, withTool(t))).toBe(JSON.stringify(text));
        expect(JSON.stringify(step)).not.toMatch(/secret|\.test\.ts|node:internal/);
      }
    },
  );

  test("cuts a long error message of a tool", async () => {
    expect(
      await printed(
        `(count ${message})`,
        withTool(() => {
          throw new Error("x".repeat(1_000_000));
        }),
      ),
    ).toBe("2001");
  });

  test("an error of a tool can't pose as an error that ends the program", async () => {
    const t = (): never => {
      throw Object.assign(new Error("x"), {
        name: "LimitError",
        limit: "steps",
        value: 1,
        kind: "type_error",
        site: {},
      });
    };
    expect(await printed(message, withTool(t))).toBe('"x"');
  });
});

describe("a tool is called only where it has room to run", () => {
  /** Uses the stack like an ordinary host function. */
  const work = (levels: number): number => (levels === 0 ? 0 : 1 + work(levels - 1));

  test.each([1, 5, 20, 60, 120, 300])(
    "a tool runs only with enough stack in recursion through %i forms",
    async (forms) => {
      const counts = { begun: 0, ended: 0 };
      const t = (): number => {
        counts.begun++;
        work(200);
        counts.ended++;
        return 1;
      };
      const deep = `(defn f [n] ${"(+ 1 ".repeat(forms)}(do (try (tool/t) (catch Exception e nil)) (f (inc n)))${")".repeat(forms)}) (f 0)`;
      expect(await failOf(deep, withTool(t))).toMatchObject({ reason: "depth_exceeded" });
      expect(counts.begun).toBeGreaterThan(0);
      expect(counts.ended).toBe(counts.begun);
    },
  );

  test("calls a tool deep in recursion if it has made the program wait before", async () => {
    const counts = { begun: 0, ended: 0 };
    const t = async (): Promise<number> => {
      counts.begun++;
      work(200);
      counts.ended++;
      return Promise.resolve(1);
    };
    const deep = (calls: number): string =>
      `(defn f [n] ${"(+ 1 ".repeat(20)}(if (= n 0) (tool/t) (f (dec n)))${")".repeat(20)}) (tool/t) (f ${String(calls)})`;
    for (let calls = 1; calls < 1_000; calls += 9)
      await run(deep(calls), { ...withTool(t), limits: { depth: 10_000 } });
    expect(counts.begun).toBeGreaterThan(112);
    expect(counts.ended).toBe(counts.begun);
  });

  test("a tool runs only with enough stack below a tower of dependent sequences", async () => {
    const counts = { begun: 0, ended: 0 };
    const t = (): number => {
      counts.begun++;
      work(200);
      counts.ended++;
      return 1;
    };
    const tower =
      "(loop [s (iterate inc 0) n 0] (if (< n 20000) (recur (map (fn [x] (tool/t) x) s) (inc n)) (first s)))";
    await run(tower, { ...withTool(t), limits: { toolCalls: 1_000_000 } });
    expect(counts.ended).toBe(counts.begun);
  });

  test("leaves enough stack for trace listeners too", async () => {
    const calls: string[] = [];
    const source = `(defn f [n] ${"(+ 1 ".repeat(40)}(do (tool/t) (f (inc n)))${")".repeat(40)}) (f 0)`;
    const sink = {
      emit: ({ type }: { type: string }) => {
        work(100);
        calls.push(type);
      },
    };
    const step = await run(source, {
      ...withTool(() => 1),
      trace: new TraceScope({ sink, clock: systemClock, random: Math.random, traceId: "t" }),
    });
    expect(calls.filter((type) => type === "tool-call-start")).toHaveLength(step.toolCalls.length);
    expect(calls.filter((type) => type === "tool-call-end")).toHaveLength(step.toolCalls.length);
  });
});

describe("hostile options", () => {
  const cyclicMap = (): Map<string, unknown> => {
    const map = new Map<string, unknown>();
    return map.set("self", map);
  };

  test("refuses unreadable options by name", async () => {
    const refused: readonly (readonly [LispRunOptions, string])[] = [
      [{ context: revoked() as Record<string, unknown> }, "context"],
      [{ context: cyclicMap() as never }, "context"],
      [{ context: new Date() as never }, "context"],
      [{ memory: { a: cyclicMap() } }, "memory"],
      [{ budget: revoked() as never }, "budget"],
      [{ journal: revoked() as never }, "journal"],
    ];
    for (const [options, name] of refused)
      await expect(run("1", options)).rejects.toThrow(new RegExp(`^option \`${name}\``));
    await expect(decodeMemory(revoked())).rejects.toThrow(OptionError);
  });

  test("drops fields of options that throw when read", async () => {
    const fields = (): Record<string, unknown> =>
      Object.defineProperty({ b: 2 }, "a", {
        get: () => {
          throw new Error("at /secret");
        },
        enumerable: true,
      });
    expect(await printed("[data/a data/b]", { context: fields() })).toBe("[nil 2]");
    expect((await failOf("a", { memory: fields() })).details?.kind).toBe("unbound_var");
    expect(await printed('[(task "a" 1) (task "b" 0)]', { journal: fields() })).toBe("[1 2]");
    expect((await decodeMemory(fields())).get("b")).toBe(2);
  });

  test("freezes options as far as possible", async () => {
    const context = {
      row: { a: 1 },
      gone: revoked(),
      stubborn: new Proxy({}, { preventExtensions: () => false }),
    };
    expect(await printed("data/row", { context, freeze: true })).toBe('{"a" 1}');
    expect(Object.isFrozen(context.row)).toBe(true);
  });

  test("reports a broken or hostile schema as such", async () => {
    const answers: readonly (readonly [() => unknown, RegExp])[] = [
      [
        async () => {
          await Promise.resolve();
          throw revoked() as Error;
        },
        /failed: it failed with an error that cannot be read$/,
      ],
      [() => revoked(), /failed: .*revoked$/],
      [() => ({ issues: 5 }), /failed: /],
      [() => ({ issues: [null] }), /failed: /],
      [
        () => ({
          get issues() {
            throw new Error("asked");
          },
        }),
        /failed: asked$/,
      ],
      [() => 5, /returned no result$/],
      [
        () => ({ issues: [{ message: "wrong", path: [Symbol("x"), { key: "__proto__" }] }] }),
        /^Symbol\(x\)\.__proto__: wrong$/,
      ],
    ];
    for (const [validate, text] of answers) {
      const returns = {
        "~standard": { version: 1 as const, vendor: "test", validate: validate as never },
      };
      expect(await failOf("1", { returns })).toMatchObject({
        reason: "validation_error",
        message: expect.stringMatching(text) as string,
      });
    }
  });
});
