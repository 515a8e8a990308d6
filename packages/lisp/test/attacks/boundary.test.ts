// What stands between a program and the host's functions: how tools answer and fail, what errors
// tell, what options may hold, and what the host is handed.

import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { TraceScope, type ToolContext } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { MapValue } from "@ptc/core/values";
import { createSession, decodeMemory, run, type RunOptions } from "../../src/index.ts";
import { failOf, printed } from "../evaluate.ts";

/** A tool `t` that does what is given. */
const withTool = (t: () => unknown): RunOptions => ({ tools: { t } });

function revoked(target: object = {}): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const message = "(try (tool/t) (catch Exception e (ex-message e)))";

describe("what a tool throws", () => {
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
    "%s is its message and nothing else, at once or later",
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

  test("is cut where it is long", async () => {
    expect(
      await printed(
        `(count ${message})`,
        withTool(() => {
          throw new Error("x".repeat(1_000_000));
        }),
      ),
    ).toBe("2001");
  });

  test("cannot be taken for what ends a program", async () => {
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

describe("thenables", () => {
  type Settle = (value: unknown) => void;

  test("at the top are waited for once: what they settle with is data", async () => {
    expect(
      await printed(
        "(tool/t)",
        withTool(() => ({
          then: (settle: Settle) => {
            settle(5);
          },
        })),
      ),
    ).toBe("5");
    const nested = {
      then: (settle: Settle) => {
        settle({
          then: (again: Settle) => {
            again(5);
          },
        });
      },
    };
    expect(
      await printed(
        "(tool/t)",
        withTool(() => nested),
      ),
    ).toBe('{"then" "#<function>"}');
    const endless = {
      then: (settle: Settle): void => {
        settle(endless);
      },
    };
    expect(
      await printed(
        "(tool/t)",
        withTool(() => endless),
      ),
    ).toBe('{"then" "#<function>"}');
  });

  test("that settle twice, throw afterwards, or change while they are asked, settle as they did first", async () => {
    const twice = {
      then: (settle: Settle, refuse: Settle) => {
        settle(1);
        settle(2);
        refuse(new Error("x"));
        throw new Error("y");
      },
    };
    expect(
      await printed(
        "(tool/t)",
        withTool(() => twice),
      ),
    ).toBe("1");
    expect(
      await printed(
        message,
        withTool(() => ({
          then: () => {
            throw new Error("y");
          },
        })),
      ),
    ).toBe('"y"');
    expect(
      await printed(
        message,
        withTool(() => ({
          get then() {
            throw new Error("z");
          },
        })),
      ),
    ).toBe('"z"');
    expect(
      await printed(
        message,
        withTool(() => revoked()),
      ),
    ).toMatch(/revoked/);
  });

  test("that never settle end with the caller's signal", async () => {
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, 5);
    expect(
      await run("(tool/t)", {
        ...withTool(() => ({ then: () => undefined })),
        signal: controller.signal,
      }),
    ).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  });

  test("cannot be made by a program", async () => {
    const step = await run("{:then (fn [f] (f 1)) :catch 1 :finally 2}");
    expect(await Promise.resolve(step.ok && step.return)).toEqual({
      then: "#<function>",
      catch: 1,
      finally: 2,
    });
  });
});

describe("functions and atoms of one run", () => {
  const pass = "((:f (first data/made)) 1)";

  test("are no data for another, in whatever collection they come", async () => {
    for (const collection of [
      "{:f f}",
      "(list {:f f})",
      "#{{:f f}}",
      "(sorted-map :f f)",
      "(sorted-map-by (fn [a b] (compare a b)) :f f)",
      "{f 1}",
      "{:a {:b [f]}}",
      "(hash-map :f (atom f))",
    ]) {
      const made = await run(`(do (def f (fn [x] (tool/secret {}))) ${collection})`, {
        tools: { secret: () => 1 },
        collections: "language",
      });
      const context = { made: [made.ok && made.value] };
      const text = await printed("data/made", { context });
      expect(text).toMatch(/"#<function>"/);
      expect(text).not.toMatch(/#<function f>|<atom>/);
      expect(
        (await failOf(`(do (tool/secret {}) ${pass})`, { context, tools: { secret: () => 1 } }))
          .details?.kind,
      ).toBe("not_callable");
    }
  });

  test("leave collections without them as they are, read in place", async () => {
    const made = await run("{:a [1 #{2} {:b 'c}] :d (sorted-set 3)}");
    const value = made.ok ? made.value : null;
    const step = await run("data/made", { context: { made: value }, collections: "language" });
    expect(step.ok && step.value).toBe(value);
  });
});

describe("a tool is called only where it has room to run", () => {
  /** Uses the stack as an ordinary function of a host does. */
  const work = (levels: number): number => (levels === 0 ? 0 : 1 + work(levels - 1));

  test.each([1, 5, 20, 60, 120, 300])("in recursion through %i forms", async (forms) => {
    const told = { begun: 0, ended: 0 };
    const t = (): number => {
      told.begun++;
      work(200);
      told.ended++;
      return 1;
    };
    const deep = `(defn f [n] ${"(+ 1 ".repeat(forms)}(do (try (tool/t) (catch Exception e nil)) (f (inc n)))${")".repeat(forms)}) (f 0)`;
    expect(await failOf(deep, withTool(t))).toMatchObject({ reason: "depth_exceeded" });
    expect(told.begun).toBeGreaterThan(0);
    expect(told.ended).toBe(told.begun);
  });

  test("deep in recursion, where it has made the program wait before", async () => {
    const told = { begun: 0, ended: 0 };
    const t = async (): Promise<number> => {
      told.begun++;
      work(200);
      told.ended++;
      return Promise.resolve(1);
    };
    const deep = (calls: number): string =>
      `(defn f [n] ${"(+ 1 ".repeat(20)}(if (= n 0) (tool/t) (f (dec n)))${")".repeat(20)}) (tool/t) (f ${String(calls)})`;
    for (let calls = 1; calls < 1_000; calls += 9)
      await run(deep(calls), { ...withTool(t), limits: { depth: 10_000 } });
    expect(told.begun).toBeGreaterThan(112);
    expect(told.ended).toBe(told.begun);
  });

  test("below a tower of sequences that wait for each other", async () => {
    const told = { begun: 0, ended: 0 };
    const t = (): number => {
      told.begun++;
      work(200);
      told.ended++;
      return 1;
    };
    const tower =
      "(loop [s (iterate inc 0) n 0] (if (< n 20000) (recur (map (fn [x] (tool/t) x) s) (inc n)) (first s)))";
    await run(tower, { ...withTool(t), limits: { toolCalls: 1_000_000 } });
    expect(told.ended).toBe(told.begun);
  });

  test("what tells of a call has room too", async () => {
    const calls: string[] = [];
    const source = `(defn f [n] ${"(+ 1 ".repeat(40)}(do (tool/t) (f (inc n)))${")".repeat(40)}) (f 0)`;
    const { systemClock } = await import("@ptc/core/contracts");
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

describe("options", () => {
  const cyclicMap = (): Map<string, unknown> => {
    const map = new Map<string, unknown>();
    return map.set("self", map);
  };

  test("that nothing can be read of are refused by name", async () => {
    const refused: readonly (readonly [RunOptions, string])[] = [
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

  test("whose fields throw go without those fields", async () => {
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

  test("are frozen as far as they can be", async () => {
    const context = {
      row: { a: 1 },
      gone: revoked(),
      stubborn: new Proxy({}, { preventExtensions: () => false }),
    };
    expect(await printed("data/row", { context, freeze: true })).toBe('{"a" 1}');
    expect(Object.isFrozen(context.row)).toBe(true);
  });

  test("a schema that is broken or hostile is told as such", async () => {
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
      [() => 5, /answered with no result$/],
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

describe("what the host is handed", () => {
  const names =
    '{"__proto__" {"polluted" true}, "constructor" {"name" "x"}, "toString" 1, "toJSON" 2, "valueOf" 3, "then" 4, "length" 5, "inspect" 6}';

  test("has its fields as own properties, and the prototype of every object", async () => {
    const check = (value: unknown): void => {
      const object = value as Record<string, unknown>;
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
      expect(Object.getOwnPropertyDescriptor(object, "__proto__")?.value).toEqual({
        polluted: true,
      });
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    };
    const seen: unknown[] = [];
    const step = await run(
      `(do (tool/see {:x ${names}}) (def kept ${names}) (task "__proto__" ${names}) (step-done "__proto__" "s") (fail ${names}))`,
      {
        journal: {},
        tools: {
          see: (args) => {
            seen.push(args);
            return null;
          },
        },
      },
    );
    check((seen[0] as { x: unknown }).x);
    expect(step.ok).toBe(false);
    if (!step.ok) check(step.fail.details?.data);
    expect(Object.keys(step.journal ?? {})).toEqual(["__proto__"]);
    const ended = await run(`(do (def __proto__ ${names}) (step-done "__proto__" "s") ${names})`);
    if (!ended.ok) throw new Error(ended.fail.message);
    check(ended.return);
    expect(Object.keys(ended.summaries)).toEqual(["__proto__"]);
    for (const json of [ended.memory.toJSON(), ended.memory.toHost()]) {
      expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
      expect(Object.keys(json)).toEqual(["__proto__"]);
    }
    expect(
      (await decodeMemory(JSON.parse(JSON.stringify(ended.memory)))).get("__proto__"),
    ).toBeInstanceOf(MapValue);
  });

  test("can be printed, cloned, written and awaited by the host", async () => {
    const step = await run(names);
    const value = step.ok ? step.return : undefined;
    expect(inspect(value)).toContain("polluted");
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
    expect(structuredClone(value)).toEqual(value);
    expect(await Promise.resolve(value)).toBe(value);
  });

  test("is a copy: what the host changes, the program does not see", async () => {
    const t = (args: Readonly<Record<string, unknown>>): unknown => {
      (args["x"] as unknown[]).push(9);
      (args as Record<string, unknown>)["y"] = 1;
      return null;
    };
    expect(
      await printed("(let [x [1] args {:x x}] (tool/t args) [x args])", { tools: { t } }),
    ).toBe("[[1] {:x [1]}]");
  });

  test("holds no function of the language, and no way into the evaluation", async () => {
    const seen: { args: unknown; context: ToolContext }[] = [];
    await run(
      "(tool/see {:f inc :g (fn [x] x) :v #'inc :p (partial + 1) :s (map inc (range)) :k :a})",
      {
        tools: {
          see: (args, context) => {
            seen.push({ args, context });
            return null;
          },
        },
      },
    ).then((step) => {
      expect(step).toMatchObject({ ok: false, fail: { details: { kind: "unbounded_sequence" } } });
    });
    await run("(tool/see {:f inc :g (fn [x] x) :v #'inc :p (partial + 1) :k :a})", {
      tools: {
        see: (args, context) => {
          seen.push({ args, context });
          return null;
        },
      },
    });
    expect(seen).toHaveLength(1);
    expect(Object.values(seen[0]?.args as object).every((value) => typeof value === "string")).toBe(
      true,
    );
    const { trace, ...context } = seen[0]?.context ?? {};
    expect(Object.keys(context).sort()).toEqual(["address", "callId", "signal"]);
    expect(trace).toBeInstanceOf(TraceScope);
  });
});

describe("the host is not changed", () => {
  test("data that is frozen serves every program that tries to write", async () => {
    const rows = Object.freeze([Object.freeze({ id: 1, tags: Object.freeze(["a"]) })]);
    const writes =
      '(let [r (first data/rows)] [(assoc r :id 2) (update r :tags conj "b") (dissoc r :id) (assoc-in data/rows [0 :id] 3) (conj data/rows 1) (into data/rows [1]) (merge r {:id 4}) (sort-by :id data/rows) (reverse data/rows)])';
    expect(await run(writes, { context: { rows } })).toMatchObject({ ok: true });
    expect(rows).toEqual([{ id: 1, tags: ["a"] }]);
  });

  test("nothing of one run is seen by the next, but what the caller hands on", async () => {
    const session = createSession();
    await session.run("(do (def inc dec) (def a (atom 1)) (swap! a inc))");
    expect(await printed("(inc 1)")).toBe("2");
    expect((await failOf("a")).details?.kind).toBe("unbound_var");
    expect(await session.run("(inc 1)")).toMatchObject({ ok: true, return: 0 });
  });
});
