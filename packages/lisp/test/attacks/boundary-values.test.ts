// Values that cross between a program and host functions: thenables, functions and atoms of a run,
// and results. None of them may change the host.

import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { TraceScope, type ToolContext } from "@ptc/core/contracts";
import { MapValue } from "@ptc/core/values";
import { createSession, decodeMemory, run, type LispRunOptions } from "../../src/index.ts";
import { failOf, printed } from "../evaluate.ts";

/** Returns options with a tool `t` that calls the given function. */
const withTool = (t: () => unknown): LispRunOptions => ({ tools: { t } });

function revoked(target: object = {}): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const message = "(try (tool/t) (catch Exception e (ex-message e)))";

describe("thenables", () => {
  type Settle = (value: unknown) => void;

  test("a thenable at the top is awaited once, and its settled value is data", async () => {
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

  test("thenables that settle twice, throw afterwards or change keep their first result", async () => {
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

  test("a thenable that never settles ends with the caller's signal", async () => {
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

  test("programs can't make thenables", async () => {
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

  test("functions and atoms of one run aren't data for another, in any collection", async () => {
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

  test("collections without functions or atoms pass through without a copy", async () => {
    const made = await run("{:a [1 #{2} {:b 'c}] :d (sorted-set 3)}");
    const value = made.ok ? made.value : null;
    const step = await run("data/made", { context: { made: value }, collections: "language" });
    expect(step.ok && step.value).toBe(value);
  });
});

describe("values for the host", () => {
  const names =
    '{"__proto__" {"polluted" true}, "constructor" {"name" "x"}, "toString" 1, "toJSON" 2, "valueOf" 3, "then" 4, "length" 5, "inspect" 6}';

  test("output has its fields as own properties, and the prototype of every object", async () => {
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

  test("the host can print, clone, serialize and await a result", async () => {
    const step = await run(names);
    const value = step.ok ? step.return : undefined;
    expect(inspect(value)).toContain("polluted");
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
    expect(structuredClone(value)).toEqual(value);
    expect(await Promise.resolve(value)).toBe(value);
  });

  test("arguments are copies: changes by the host don't reach the program", async () => {
    const t = (args: Readonly<Record<string, unknown>>): unknown => {
      (args["x"] as unknown[]).push(9);
      (args as Record<string, unknown>)["y"] = 1;
      return null;
    };
    expect(
      await printed("(let [x [1] args {:x x}] (tool/t args) [x args])", { tools: { t } }),
    ).toBe("[[1] {:x [1]}]");
  });

  test("output contains no function of the language and no reference to the evaluation", async () => {
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
    expect(Object.keys(context).sort()).toEqual([
      "abortSignal",
      "address",
      "callId",
      "noteAttempts",
      "noteCached",
      "noteChild",
      "noteDecision",
      "noteWork",
      "signal",
      "toolCallId",
    ]);
    expect(trace).toBeInstanceOf(TraceScope);
  });
});

describe("host data that stays unchanged", () => {
  test("frozen data works for every program that tries to write", async () => {
    const rows = Object.freeze([Object.freeze({ id: 1, tags: Object.freeze(["a"]) })]);
    const writes =
      '(let [r (first data/rows)] [(assoc r :id 2) (update r :tags conj "b") (dissoc r :id) (assoc-in data/rows [0 :id] 3) (conj data/rows 1) (into data/rows [1]) (merge r {:id 4}) (sort-by :id data/rows) (reverse data/rows)])';
    expect(await run(writes, { context: { rows } })).toMatchObject({ ok: true });
    expect(rows).toEqual([{ id: 1, tags: ["a"] }]);
  });

  test("a run sees nothing of another run except what the caller passes", async () => {
    const session = createSession();
    await session.run("(do (def inc dec) (def a (atom 1)) (swap! a inc))");
    expect(await printed("(inc 1)")).toBe("2");
    expect((await failOf("a")).details?.kind).toBe("unbound_var");
    expect(await session.run("(inc 1)")).toMatchObject({ ok: true, return: 0 });
  });
});
