// `ptc library` and the option --libraries: checks, tests, and functions promoted from runs.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run, tool, type AgentOptions } from "@ptc/subagent";
import { createRunRecorder } from "@ptc/subagent/recordings";
import { createMissionTracer } from "@ptc/tracer/node";
import { stepToJson } from "@ptc/subagent/step-json";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ptc } from "../../test/memory-host.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-library-"));
  mkdirSync(join(folder, "libraries"));
  write(
    "libraries/money.clj",
    '(ns money "Money.")\n(defn net "Without tax." [gross] (/ gross 1.2))\n',
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}
const text = (path: string): string => readFileSync(join(folder, path), "utf8");
const library = (...words: string[]) => ptc(["library", ...words], { folder });

describe("ptc library check", () => {
  test("counts the functions and runs the tests beside the libraries", async () => {
    write("libraries/money.test.json", '[{"function":"net","args":[12],"result":10}]');
    expect(await library("check")).toEqual({
      code: 0,
      output: "1 library, 1 function, 1 test passed\n",
      errors: "",
    });
    write("libraries/other.clj", "(defn- hidden [] 1)");
    expect((await library("check", "libraries/money.clj")).output).toBe(
      "2 libraries, 1 function, 1 test passed\n",
    );
  });

  test("reports mistakes with their file, line and column", async () => {
    write("libraries/orders.clj", "(defn late [orders]\n  (filtr neg? orders))");
    const { code, output } = await library("check", "libraries");
    expect(code).toBe(1);
    expect(output).toMatch(/^libraries\/orders\.clj:2:4: unknown symbol filtr \(did you mean/);
  });

  test("reports tests that fail", async () => {
    write(
      "libraries/money.test.json",
      '[{"function":"net","args":[12],"result":11},{"function":"gross","args":[],"result":1}]',
    );
    expect(await library("check")).toMatchObject({
      code: 1,
      output: [
        "libraries/money.test.json: test 1 of net: expected 11, got 10",
        "libraries/money.test.json: test 2 of gross: money has no gross",
        "1 library, 1 function, 0 tests passed, 2 failed\n",
      ].join("\n"),
    });
  });

  test("explains wrong arguments and files", async () => {
    expect(await library()).toMatchObject({ code: 2 });
    expect((await library("test")).errors).toContain("unknown action: use check, promote");
    expect((await library("check", "none")).errors).toContain("libraries none: no such");
    write("libraries/money.test.json", '{"function":"net"}');
    expect((await library("check")).errors).toContain("money.test.json: expected a list of");
  });
});

const orders = [
  { id: 1, total: 24 },
  { id: 2, total: 120 },
];
const tools = {
  rate: tool({ description: "The rate.", signature: "(id :int) -> :float", execute: () => 1.2 }),
};
const programs = [
  `(ns app (:require [money :as m]))
   (defn amount [order] (/ (:total order) (tool/rate {:id (:id order)})))
   (defn large
     "Returns the ids of orders above a limit."
     [orders limit]
     (mapv :id (filter #(> (amount %) limit) orders)))
   (println (large data/orders 50))`,
  "(return {:ids (large data/orders 50) :all (large (take 1 data/orders) 10)})",
];

async function runProgram({
  ran = programs,
  given = tools,
}: { readonly ran?: readonly string[]; readonly given?: AgentOptions["tools"] } = {}) {
  const lines: string[] = [];
  const record = createRunRecorder({
    write: (line) => {
      lines.push(line);
    },
  });
  const agent = defineAgent({ prompt: "Which?", tools: given, maxTurns: 3 });
  const withoutAlias = ran.map((program) => program.replace(/^\(ns .*\n/, ""));
  const llm = createScriptedModel(
    withoutAlias.map((program) => `\`\`\`clojure\n${program}\n\`\`\``),
  );
  using trace = createMissionTracer(join(folder, "trace.jsonl"));
  const step = await run(agent, { llm, context: { orders }, record, trace });
  expect(step.ok).toBe(true);
  write("run.jsonl", lines.join(""));
  write("step.json", JSON.stringify(stepToJson(step)));
  write("orders.json", JSON.stringify({ orders }));
}

describe("ptc library promote", () => {
  test.each([
    ["a recorded run", ["run.jsonl"]],
    ["a step with its context", ["step.json", "--context", "orders.json"]],
    ["a trace with its context", ["trace.jsonl", "--context", "orders.json"]],
  ])("writes a function of %s with its helpers and tests", async (_, [file = "", ...options]) => {
    await runProgram();
    const promote = () =>
      library("promote", file, "large", "--to", "libraries/orders.clj", ...options);
    expect(await promote()).toEqual({
      code: 0,
      output:
        "added orders/large to libraries/orders.clj\n" +
        "added 2 of its calls to libraries/orders.test.json\n",
      errors: "",
    });
    expect(text("libraries/orders.clj")).toContain("(ns orders)\n\n(defn- amount [order]");
    expect(text("libraries/orders.clj")).toContain(
      "\n\n;; (orders [{id :int, total :int}], limit :int) -> [:int]\n(defn large\n",
    );
    expect(text("libraries/orders.clj")).toContain('"Returns the ids of orders above a limit."');
    const tests = JSON.parse(text("libraries/orders.test.json")) as unknown;
    expect(tests).toMatchObject([
      {
        function: "large",
        args: [[{ id: 1, total: 24 }], 10],
        result: [1],
        tools: [{ tool: "rate" }],
      },
      { function: "large", args: [orders, 50], result: [2] },
    ]);
    expect((await library("check")).output).toBe("2 libraries, 2 functions, 2 tests passed\n");
    expect(await promote()).toMatchObject({
      code: 1,
      errors: "ptc library promote: the library orders already defines amount\n",
    });
  });

  test("adds a docstring, and warns about a function without a test", async () => {
    await runProgram();
    const promoted = await library("promote", "step.json", "amount", "--doc", 'The "net" amount.');
    expect(promoted.code).toBe(0);
    expect(promoted.errors).toContain(
      "warning: there is no test: the programs read data/orders, which this file doesn't contain: pass the data with --context",
    );
    expect(text("libraries/promoted.clj")).toContain(
      '(defn amount\n  "The \\"net\\" amount."\n  [order]',
    );
    const silent = await library("promote", "run.jsonl", "amount", "--to", "libraries/b.clj");
    expect(silent.errors).toBe(
      "warning: amount has no docstring: programs find it by its name only\n",
    );
  });

  test("takes a function of a trace without its context if its programs need none", async () => {
    await runProgram({
      ran: ['(defn rated "The rate of an order." [id] (tool/rate {:id id}))', "(return (rated 7))"],
    });
    const promoted = await library("promote", "trace.jsonl", "rated", "--to", "libraries/r.clj");
    expect(promoted).toMatchObject({ code: 0, errors: "" });
    expect(text("libraries/r.clj")).toContain(";; (id :int) -> :float\n(defn rated");
    expect(JSON.parse(text("libraries/r.test.json"))).toEqual([
      {
        function: "rated",
        args: [7],
        result: 1.2,
        tools: [{ tool: "rate", args: { id: 7 }, result: 1.2 }],
      },
    ]);
    expect((await library("check")).output).toContain("1 test passed");
  });

  test("takes the definition of the turn that --turn names", async () => {
    await runProgram({
      ran: [
        '(defn twice "Doubles." [n] (* 2 n)) (println (twice 3))',
        "(println (twice 4))",
        '(defn twice "Adds." [n] (+ n n)) (return (twice 5))',
      ],
    });
    const promote = (...options: string[]) =>
      library("promote", "trace.jsonl", "twice", "--to", "libraries/t.clj", ...options);
    for (const [turn, problem] of [
      ["2", "the program of turn 2 doesn't define twice; it is defined in turns 1, 3"],
      ["9", "the run has no program in turn 9; it is defined in turns 1, 3"],
    ] as const)
      expect(await promote("--turn", turn)).toMatchObject({
        code: 1,
        errors: `ptc library promote: ${problem}\n`,
      });
    expect((await promote("--turn", "0")).errors).toContain("--turn needs the number of a turn");
    expect(await promote("--turn", "1")).toMatchObject({ code: 0, errors: "" });
    expect(text("libraries/t.clj")).toContain("(* 2 n)");
    expect(JSON.parse(text("libraries/t.test.json"))).toMatchObject([{ args: [3] }, { args: [4] }]);
    const latest = ["promote", "run.jsonl", "twice", "--to", "libraries/u.clj"];
    expect(await library(...latest)).toMatchObject({ code: 0 });
    expect(text("libraries/u.clj")).toContain("(+ n n)");
  });

  test.each([
    [
      "a firewalled result",
      tool({
        description: "x",
        signature: "(id :int) -> {_key :string}",
        execute: () => ({ _key: "k" }),
      }),
    ],
    [
      "a result that isn't data",
      tool({
        description: "x",
        signature: "(id :int) -> :any",
        execute: () => new Uint8Array(3),
      }),
    ],
  ])("refuses a trace with %s", async (_, rate) => {
    await runProgram({
      ran: ["(defn rated [id] (tool/rate {:id id})) (println (rated 7))", "(return 1)"],
      given: { rate },
    });
    expect(await library("promote", "trace.jsonl", "rated")).toEqual({
      code: 1,
      output: "",
      errors:
        "ptc library promote: the result of rate in turn 1 lacks values, because they are firewalled, too large or not data: pass the file of ptc run --record, which has all values\n",
    });
    expect(await library("promote", "run.jsonl", "rated")).toMatchObject({ code: 0 });
  });

  test("explains what is wrong with a trace", async () => {
    write("trace.jsonl", '{"type":"program-start","time":1}\n');
    const { code, errors } = await library("promote", "trace.jsonl", "large");
    expect(code).toBe(2);
    expect(errors).toContain("warning: trace.jsonl: line 1: ");
    expect(errors).toContain("trace.jsonl: the trace has no mission (pass the trace of ptc run)");
  });

  test("names the functions of the run if it lacks the wanted one", async () => {
    await runProgram();
    expect(await library("promote", "run.jsonl", "larg")).toMatchObject({
      code: 1,
      errors:
        "ptc library promote: no successful program of the run defines larg; they define amount, large\n",
    });
  });
});

test("programs of ptc eval use the libraries of a folder", async () => {
  const evaluate = (program: string) =>
    ptc(["eval", program, "--libraries", "libraries"], { folder });
  expect(await evaluate("(require '[money :as m]) (m/net 12)")).toMatchObject({ output: "10\n" });
  expect((await evaluate("(money/nett 12)")).errors).toContain("money has no nett; it has: net");
  write("libraries/bad.clj", "(println 1)");
  const { code, errors } = await evaluate("1");
  expect(code).not.toBe(0);
  expect(errors).toContain("libraries libraries: println: a library has only definitions");
});

test("ptc check and eval --batch know the libraries of a folder", async () => {
  write("program.clj", "(money/nett 12)");
  const checked = await ptc(["check", "program.clj", "--libraries", "libraries"], { folder });
  expect(checked.output).toContain("money has no nett; it has: net");
  write("requests.jsonl", '{"id":1,"program":"(money/net 12)"}\n');
  const batch = await ptc(["eval", "--batch", "requests.jsonl", "--libraries", "libraries"], {
    folder,
  });
  expect(batch.output).toContain('"text":"10"');
});
