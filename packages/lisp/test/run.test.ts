import { describe, expect, test } from "vitest";
import { OptionError } from "@ptc/core/errors";
import { Keyword } from "@ptc/core/values";
import {
  check,
  createSession,
  decodeMemory,
  prepare,
  run,
  unrecoverablePrefix,
} from "../src/index.ts";
import { failOf, printed } from "./evaluate.ts";

describe("run", () => {
  test("run returns a step with the value as host data", async () => {
    const step = await run('{:status :paid "total" 12.5 :tags #{:a}}');
    expect(step).toMatchObject({
      ok: true,
      return: { status: "paid", total: 12.5, tags: ["a"] },
      endedBy: "value",
      prints: [],
      toolCalls: [],
    });
  });

  test("reads the context in place and returns copies", async () => {
    const rows = [{ id: 1, due_date: "x" }];
    const step = await run("(map (fn [row] (assoc row :status :late)) data/rows)", {
      context: { rows },
    });
    expect(step).toMatchObject({ ok: true, return: [{ id: 1, due_date: "x", status: "late" }] });
    expect(rows).toEqual([{ id: 1, due_date: "x" }]);
    expect(await printed("(:due-date (first data/rows))", { context: { rows } })).toBe('"x"');
  });

  test("writes a field of host data in any spelling, and exactly in maps of the program", async () => {
    expect(await printed("(assoc data/row :status 2)", { context: { row: { status: 1 } } })).toBe(
      '{"status" 2}',
    );
    expect(
      await printed(
        '(let [own (assoc {"status" 1} :status 2)] [(count own) (:status own) (get own "status")])',
      ),
    ).toBe("[2 2 1]");
  });

  test("keeps `__proto__` and similar names as ordinary keys", async () => {
    const step = await run('{"__proto__" 1 "constructor" 2}');
    expect(step.ok && Object.getOwnPropertyNames(step.return)).toEqual([
      "__proto__",
      "constructor",
    ]);
    expect(
      await printed("[(:constructor {}) (:toString data/row) (:__proto__ data/row)]", {
        context: { row: {} },
      }),
    ).toBe("[nil nil nil]");
    expect((await failOf("data/toString")).message).toBe(
      "there is no data/toString; no data was given",
    );
  });

  test("a map with collections as keys is a validation error unless the host accepts Maps", async () => {
    expect(await failOf("{[1 2] 3}")).toMatchObject({
      reason: "validation_error",
      message:
        "a vector is used as a map key, which a JSON-like result cannot hold: use a string or keyword key, or return a list of pairs",
    });
    const step = await run("{[1 2] #{3}}", { collections: "native" });
    expect(step.ok && step.return).toEqual(new Map([[[1, 2], new Set([3])]]));
  });

  test("integers stay exact", async () => {
    expect(
      await printed(
        "[(* 4503599627370497 4) (- 18014398509481988 18014398509481987) (/ 6 3) (/ 7 2) (* 1e200 1e200)]",
      ),
    ).toBe("[18014398509481988 1 2 3.5 ##Inf]");
  });

  test("validates the result with a Standard Schema", async () => {
    const schema = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: (value: unknown) =>
          typeof value === "number"
            ? { value }
            : { issues: [{ message: "expected a number", path: ["total"] }] },
      },
    } as const;
    expect(await run("1", { returns: schema })).toMatchObject({ ok: true, return: 1 });
    expect(await failOf('"x"', { returns: schema })).toMatchObject({
      reason: "validation_error",
      message: "total: expected a number",
    });
  });

  test("`return` and `fail` end the program from anywhere", async () => {
    expect(await run("(do (map (fn [x] (when (= x 2) (return x))) [1 2 3]) :never)")).toMatchObject(
      { ok: true, return: 2, endedBy: "return" },
    );
    expect(
      await failOf('(fail {:reason :not_found :message "no such order" :id 7})'),
    ).toMatchObject({
      reason: "not_found",
      message: "no such order",
      details: { data: { reason: "not_found", id: 7 } },
    });
    expect(await failOf('(fail "no")')).toMatchObject({ reason: "failed", message: "no" });
  });

  test("a failed program leaves memory unchanged", async () => {
    const step = await run("(do (def x 2) (/ 1 0))", { memory: { x: 1 } });
    expect(step.ok).toBe(false);
    expect(step.memory.toHost()).toEqual({ x: 1 });
  });

  test("throws for wrong options and names them", async () => {
    await expect(run("1", { limits: { step: 1 } as never })).rejects.toThrow(
      "option `limits.step`: unknown option (did you mean `steps`?)",
    );
    await expect(run("1", { contxt: {} } as never)).rejects.toThrow(
      "option `contxt`: unknown option (did you mean `context`?)",
    );
    await expect(run("1", { input: {} } as never)).rejects.toThrow(
      "option `input`: unknown option (use `context`)",
    );
    await expect(run("1", { tools: { a: 1 } } as never)).rejects.toThrow(
      "option `tools.a`: expected a function, or an object with an `execute` function",
    );
  });
});

describe("prepare", () => {
  test("prepare returns one program for any number of contexts", async () => {
    const prepared = await prepare("(reduce + (map :n data/rows))");
    if (!prepared.ok) throw new Error(prepared.errors[0]?.message);
    const sums = await Promise.all(
      [1, 2, 3].map((n) => prepared.program.run({ context: { rows: [{ n }, { n }] } })),
    );
    expect(sums.map((step) => step.ok && step.return)).toEqual([2, 4, 6]);
  });

  test("check reports up to five mistakes at once", async () => {
    const errors = await check("(do (foo 1) (bar) (let [a] a) (inc) (if) (baz) (qux))");
    expect(errors.map((error) => error.message)).toEqual([
      "unknown symbol foo",
      "unknown symbol bar",
      "let: names and values come in pairs; the last name has no value",
      "inc takes 1 argument, got 0",
      "if takes 2 to 3 arguments, got 0",
    ]);
  });
});

describe("session", () => {
  test("a session keeps definitions and the last three results", async () => {
    const session = createSession();
    await session.run("(defn twice [x] (* 2 x))");
    await session.run("(def y 20)");
    await session.run("(/ 1 0)");
    const step = await session.run("[(twice y) *1]");
    expect(step.ok && step.return).toEqual([40, "#'y"]);
  });

  test("functions survive the encoding of memory with their captured values", async () => {
    const first = await run(
      "(do (def rate 3) (def scale (let [k 10] (fn [x] (* k rate x)))) (defn down [n] (if (pos? n) (down (dec n)) :done)) (def same =))",
    );
    const memory = await decodeMemory(JSON.parse(JSON.stringify(first.memory)));
    expect(await printed("[(scale 2) (down 5) (same 1 1)]", { memory })).toBe("[60 :done true]");
    expect(memory.get("rate")).toBe(3);
  });
});

describe("values from the host", () => {
  test("accepts language values in the context", async () => {
    expect(await printed("[data/k (name data/k)]", { context: { k: new Keyword("status") } })).toBe(
      '[:status "status"]',
    );
  });
});

describe("broken schemas", () => {
  const schemaOf = (validate: () => never | Promise<never>) =>
    ({ "~standard": { version: 1, vendor: "test", validate } }) as const;

  test("reports a schema that throws, and stops waiting for one when the run is aborted", async () => {
    expect(
      await failOf("1", {
        returns: schemaOf(() => {
          throw new Error("no rules");
        }),
      }),
    ).toMatchObject({
      reason: "validation_error",
      message: "the schema given as `returns` failed: no rules",
    });
    expect(
      await failOf("1", {
        returns: schemaOf(() => new Promise(() => undefined)),
        signal: AbortSignal.timeout(5),
      }),
    ).toMatchObject({ reason: "cancelled" });
  });
});

describe("prepared programs", () => {
  test("a prepared program accepts other tools with the same names for a run", async () => {
    const prepared = await prepare("(tool/name {})", { tools: { name: () => "nobody" } });
    if (!prepared.ok) throw new Error("the program is wrong");
    const { program } = prepared;
    const steps = await Promise.all([
      program.run({ tools: { name: () => "Ada" } }),
      program.run(),
      program.run({ tools: { name: () => Promise.resolve("Grace"), other: () => null } }),
    ]);
    expect(steps.map((step) => step.ok && step.return)).toEqual(["Ada", "nobody", "Grace"]);
    await expect(program.run({ tools: {} })).rejects.toThrow(
      "`tools`: must include name, because the program was prepared with it",
    );
  });
});

describe("a program that is not a string", () => {
  const notPrograms: readonly unknown[] = [
    42,
    null,
    undefined,
    { program: "1" },
    ["(+ 1 2)"],
    Buffer.from("(+ 1 2)"),
    true,
    () => "1",
    1n,
    Symbol("a"),
  ];
  const ways: readonly (readonly [string, (source: string) => Promise<unknown>])[] = [
    ["run", (source) => run(source)],
    ["prepare", (source) => prepare(source)],
    ["check", (source) => check(source)],
    ["unrecoverablePrefix", (source) => unrecoverablePrefix(source)],
    ["a session", (source) => createSession().run(source)],
  ];

  test.each(ways)("is rejected by %s with the name of the argument", async (_, call) => {
    for (const given of notPrograms)
      await expect(call(given as string)).rejects.toThrow(
        new OptionError("source", "expected a string"),
      );
  });

  test("leaves a session usable", async () => {
    const session = createSession();
    await session.run("(def a 1)");
    await expect(session.run(null as never)).rejects.toThrow("option `source`");
    expect(await session.run("(inc a)")).toMatchObject({ ok: true, return: 2 });
  });
});
