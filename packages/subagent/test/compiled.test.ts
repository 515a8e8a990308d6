// Compiled agents: a model writes the program once, and it runs without a model afterwards.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { TraceEvent } from "@ptc/core/contracts";
import { createScriptedModel, type ScriptEntry } from "@ptc/llm";
import { asTool, defineAgent, failedStep, successfulStep, tool } from "../src/index.ts";
import {
  compileAgent,
  compiledAgentFromJson,
  recompileAgent,
  type CompiledAgent,
} from "../src/compiled/index.ts";
import { driftsOf } from "../src/compiled/data-contract.ts";
import { fenced, textOf } from "./missions.ts";

const totals = defineAgent({
  prompt: "How much is still open?",
  signature: "(orders [{status :string, total :float}]) -> {open :float}",
});
const order = (status: string, total: number) => ({ status, total });
const samples = [
  { context: { orders: [order("open", 5), order("paid", 7)] }, expected: { open: 5 } },
  { context: { orders: [] }, expected: { open: 0 } },
];
const right = fenced(
  '(return {:open (sum-by :total (filter #(case (:status %) "open" true "paid" false) data/orders))})',
);

async function compiledBy(script: readonly ScriptEntry[], attempts = 8) {
  const llm = createScriptedModel(script);
  return { llm, result: await compileAgent(totals, { llm, samples, attempts }) };
}

async function compiledTotals(): Promise<CompiledAgent<{ orders: unknown[] }>> {
  const { result } = await compiledBy([right]);
  if (!result.ok) throw new Error(result.fail.message);
  return result.compiled;
}

describe("a program that is right on every sample", () => {
  test("is stored, formatted, with its requirements", async () => {
    const { result, llm } = await compiledBy([right]);
    expect(llm.requests).toHaveLength(1);
    expect(result).toMatchObject({ ok: true, step: { usage: { llmRequests: 1 } } });
    if (!result.ok) return;
    const { compiled } = result;
    expect(compiled.source.split("\n").length).toBeGreaterThan(1);
    expect(compiled.needs).toEqual({
      signature: totals.signature.text,
      tools: [],
      limits: [],
    });
    expect(compiled.llmRequired).toBe(false);
    expect(compiled.hash).toMatch(/^[\da-f]{16}$/);
  });

  test("a compiled agent runs on other data without a model", async () => {
    const compiled = await compiledTotals();
    const step = await compiled.run({ context: { orders: [order("open", 1), order("open", 2)] } });
    expect(step).toMatchObject({
      ok: true,
      return: { open: 3 },
      usage: { llmRequests: 0 },
      toolCalls: [],
    });
  });

  test("a compiled run is a mission in the trace, whose turn has the program and no request", async () => {
    const compiled = await compiledTotals();
    const events: TraceEvent[] = [];
    await compiled.run({ context: { orders: [] }, onEvent: (event) => void events.push(event) });
    expect(events.map(({ type }) => type)).toEqual([
      "mission-start",
      "turn-start",
      "program-start",
      "program-end",
      "turn-end",
      "mission-end",
    ]);
  });
});

describe("the prompts of compilation", () => {
  test("the prompt says that the program is stored, and keeps its placeholders", async () => {
    const agent = defineAgent({
      prompt: "Is {{word}} a palindrome?",
      signature: "(word :string) -> :bool",
    });
    const llm = createScriptedModel(["(return (= data/word (str/reverse data/word)))"]);
    await compileAgent(agent, { llm, samples: [{ context: { word: "anna" }, expected: true }] });
    const [system, user] = llm.requests[0]?.messages ?? [];
    expect(textOf(system?.content)).toContain("runs again later");
    expect(textOf(system?.content)).toContain("tried on 1 sample.");
    expect(textOf(system?.content)).not.toContain("keeps a value for your next programs");
    expect(textOf(user?.content)).toBe(
      "Is {{word}} a palindrome?\n\nIn it, {{name}} means the value of data/name in each run.",
    );
  });

  test("a program that doesn't return gets its value as feedback and isn't stored", async () => {
    const { llm, result } = await compiledBy([
      fenced("(def seen (count data/orders))\nseen"),
      fenced("seen"),
      right,
    ]);
    expect(result.ok).toBe(true);
    expect(textOf(llm.requests[1]?.messages.at(-1)?.content)).toMatch(/^Value:\n.*\n2\n/);
    expect(textOf(llm.requests[2]?.messages.at(-1)?.content)).toContain("unknown symbol seen");
  });

  test("feedback on a wrong answer has the sample, both answers and the sample's data", async () => {
    const { llm, result } = await compiledBy([
      fenced("(return {:open (:total (first data/orders))})"),
      right,
    ]);
    expect(result.ok).toBe(true);
    const feedback = textOf(llm.requests[1]?.messages.at(-1)?.content);
    expect(feedback).toContain("The program was tried on 2 samples and fails on 1:");
    expect(feedback).toContain("Sample 2:");
    expect(feedback).toContain("data/… is now from sample 2.");
    expect(feedback).toContain("data/orders");
  });

  test("feedback on a program that reads no data says that it would answer the same for any data", async () => {
    const constant = defineAgent({ prompt: "Count.", signature: "(rows [:int]) -> :int" });
    const llm = createScriptedModel(["(return 2)", "(return (count data/rows))"]);
    const result = await compileAgent(constant, { llm, samples: [{ context: { rows: [1, 2] } }] });
    expect(result.ok && result.compiled.source).toBe("(return (count data/rows))");
    expect(textOf(llm.requests[1]?.messages.at(-1)?.content)).toContain(
      "The program does not read data/…",
    );
  });

  test("prompts of compilation contain no values of firewalled fields", async () => {
    const agent = defineAgent({
      prompt: "Add.",
      signature: "(rows [{_pin :int}]) -> {sum :int, _last :int}",
    });
    const llm = createScriptedModel([
      fenced("(return {:sum (count data/rows) :_last 0})"),
      fenced("(return {:sum (sum-by :_pin data/rows) :_last (:_pin (last data/rows))})"),
    ]);
    const result = await compileAgent(agent, {
      llm,
      samples: [
        {
          context: { rows: [{ _pin: 48_151 }, { _pin: 62_342 }] },
          expected: { sum: 110_493, _last: 62_342 },
        },
      ],
    });
    expect(result.ok).toBe(true);
    const all = JSON.stringify(llm.requests.map(({ messages }) => messages));
    expect(all).not.toMatch(/48151|62342|48,151|62,342/);
  });
});

describe("compiling an agent", () => {
  test("compiling fails if no program is right, and lists the programs it tried", async () => {
    const wrong = fenced("(return {:open (float (count data/orders))})");
    const { result } = await compiledBy([wrong, wrong], 2);
    expect(result).toMatchObject({
      ok: false,
      fail: { reason: "max_turns_exceeded" },
      step: { turns: [{ ok: false }, { ok: false }] },
    });
    expect(result.ok ? "" : result.fail.message).toContain("the program fails on 1 of 2 samples");
  });

  test.each([
    [[], "`samples`: expected a list of 1 to 100 samples"],
    [[{ context: { orders: 1 } }], "`samples[0].context`: does not match the signature"],
    [[{ context: { orders: [] }, expected: 1 }], "`samples[0].expected`: does not match"],
    [[{ context: { orders: [] }, answer: 1 }], "`samples[0].answer`: unknown option"],
    [
      [...samples, { context: { orders: [] }, expected: { open: 1 } }],
      "`samples[2].expected`: contradicts samples[1], which has the same context but a different answer",
    ],
  ])("refuses bad samples by name: %#", async (given, message) => {
    const llm = createScriptedModel([]);
    await expect(compileAgent(totals, { llm, samples: given as never })).rejects.toThrow(message);
  });

  test("compiling stops on abort and keeps within the limits of the agent", async () => {
    const stop = AbortSignal.abort();
    const llm = createScriptedModel([right]);
    expect(await compileAgent(totals, { llm, samples, signal: stop })).toMatchObject({
      ok: false,
      fail: { reason: "cancelled" },
    });
    const bounded = defineAgent({
      prompt: totals.prompt,
      signature: totals.signature.text,
      maxModelCalls: 1,
    });
    const looks = createScriptedModel([fenced("data/orders"), right]);
    expect(await compileAgent(bounded, { llm: looks, samples: samples })).toMatchObject({
      ok: false,
      fail: { reason: "budget_exceeded" },
    });
  });
});

describe("data that differs from the samples", () => {
  test.each([
    [
      [{ ...order("open", 1), status: "refunded" }],
      'data/orders[0].status is "refunded", but the program knows only "open", "paid"',
    ],
    [
      [
        { status: "open", total: 1, note: "new" },
        { total: 2, status: "Paid " },
      ],
      'data/orders[1].status is "Paid ", but the program knows only "open", "paid"',
    ],
  ])("a new category fails before the program runs: %#", async (orders, message) => {
    const compiled = await compiledTotals();
    const step = await compiled.run({ context: { orders } });
    expect(step).toMatchObject({ ok: false, fail: { reason: "data_drift" }, turns: [] });
    expect(step.ok ? "" : step.fail.message).toContain(message);
  });

  test("fails because of a missing field or a new type, if nothing else would notice", async () => {
    const loose = defineAgent({ prompt: "Add.", signature: "(rows [:map]) -> :float" });
    const llm = createScriptedModel(["(return (double (sum-by :amount data/rows)))"]);
    const rows = [{ amount: 1, memo: "a" }, { amount: 2 }];
    const result = await compileAgent(loose, { llm, samples: [{ context: { rows } }] });
    if (!result.ok) throw new Error(result.fail.message);
    const { compiled } = result;
    const of = async (row: Record<string, unknown>) => {
      const step = await compiled.run({ context: { rows: [row] } });
      return step.ok ? step.return : step.fail.message;
    };
    expect(await of({ amount: 5 })).toBe(5);
    expect(await of({ sum: 5 })).toContain("data/rows[0].amount is missing");
    expect(await of({ amount: null })).toContain("data/rows[0].amount is nil, but was a number");
    expect(await of({ amount: "5" })).toContain("is text, but was a number");
    const warned = await compiled.run({ context: { rows: [{ sum: 5 }] }, onDrift: "warn" });
    expect(warned).toMatchObject({ ok: true, return: 0 });
    expect(warned.warnings).toEqual([expect.stringContaining("data/rows[0].amount is missing")]);
  });

  test("doesn't require fields that the program never reads, or all values of a text field with few samples", async () => {
    const agent = defineAgent({
      prompt: "Count those of Acme.",
      signature: "(rows [{customer :string}]) -> :int",
    });
    const llm = createScriptedModel([
      '(return (count (filter #(= "Acme" (:customer %)) data/rows)))',
    ]);
    const rows = ["Acme", "Bolt", "Cog"].map((customer) => ({ customer, id: customer }));
    const result = await compileAgent(agent, {
      llm,
      samples: [{ context: { rows }, expected: 1 }],
    });
    if (!result.ok) throw new Error(result.fail.message);
    const step = await result.compiled.run({ context: { rows: [{ customer: "Dyne" }] } });
    expect(step).toMatchObject({ ok: true, return: 0 });
  });

  test("recompiling starts from the old program and the new data", async () => {
    const compiled = await compiledTotals();
    const context = { orders: [order("refunded", 3)] };
    const step = await compiled.run({ context });
    if (step.ok) throw new Error("it ran");
    const llm = createScriptedModel([
      right.replace('"paid" false', '"paid" false "refunded" false'),
    ]);
    const result = await recompileAgent(compiled, {
      llm,
      samples: [...samples, { context, expected: { open: 0 } }] as never,
      fail: step.fail,
    });
    const asked = textOf(llm.requests[0]?.messages[1]?.content);
    expect(asked).toContain(compiled.source);
    expect(asked).toContain("refunded");
    if (!result.ok) throw new Error(result.fail.message);
    expect(await result.compiled.run({ context })).toMatchObject({ ok: true, return: { open: 0 } });
  });
});

describe("tools of a compiled agent", () => {
  const rates = tool({
    description: "The rate of a currency.",
    signature: "(currency :string) -> :float",
    execute: ({ currency }: { currency: string }) => (currency === "EUR" ? 2 : 1),
  });
  const converting = defineAgent({
    prompt: "Convert.",
    signature: "(amount :float, currency :string) -> :float",
    tools: { rates },
  });
  const program = "(return (* data/amount (tool/rates {:currency data/currency})))";
  const sample = { context: { amount: 2, currency: "EUR" }, expected: 4 };

  test("tools of a compiled agent are called in each run and checked against their contracts", async () => {
    const llm = createScriptedModel([program]);
    const result = await compileAgent(converting, { llm, samples: [sample] });
    if (!result.ok) throw new Error(result.fail.message);
    const { compiled } = result;
    expect(compiled.needs.tools).toEqual([["rates", "(currency :string) -> :float"]]);
    const step = await compiled.run({ context: { amount: 3, currency: "USD" } });
    expect(step).toMatchObject({ ok: true, return: 3, toolCalls: [{ name: "rates", result: 1 }] });
  });

  test("agents as tools call a model in each run, and the compiled agent reports that", async () => {
    const grader = defineAgent({ prompt: "Grade {{text}}.", signature: "(text :string) -> :int" });
    const agent = defineAgent({
      prompt: "Grade all.",
      signature: "(texts [:string]) -> [:int]",
      tools: { grade: asTool(grader) },
    });
    const llm = createScriptedModel([
      "(return (mapv #(tool/grade {:text %}) data/texts))",
      "(return 1)",
      "(return 5)",
      "(return 6)",
    ]);
    const result = await compileAgent(agent, { llm, samples: [{ context: { texts: ["a"] } }] });
    if (!result.ok) throw new Error(result.fail.message);
    const { compiled } = result;
    expect(compiled.llmRequired).toBe(true);
    const step = await compiled.run({ llm, context: { texts: ["b", "c"] } });
    expect(step).toMatchObject({ ok: true, return: [5, 6], usage: { llmRequests: 2 } });
    const without = await compiled.run({ context: { texts: ["b"] } });
    expect(without.ok ? "" : without.fail.message).toContain("llm_required");
  });
});

describe("an answer with a schema", () => {
  const schema = z.object({ day: z.string().transform((day) => `${day}!`) });
  const agent = defineAgent({
    prompt: "Which day?",
    signature: "(days [:string]) -> :any",
    output: schema,
  });

  test("shows the schema to the model, and compares and returns the converted answer", async () => {
    const llm = createScriptedModel([
      "(return {:date (first data/days)})",
      "(return {:day (first data/days)})",
    ]);
    const result = await compileAgent(agent, {
      llm,
      samples: [{ context: { days: ["mon"] }, expected: { day: "mon!" } }],
    });
    if (!result.ok) throw new Error(result.fail.message);
    expect(textOf(llm.requests[0]?.messages[0]?.content)).toContain("{day :string}");
    expect(textOf(llm.requests[1]?.messages.at(-1)?.content)).toContain("day");
    expect(await result.compiled.run({ context: { days: ["tue"] } })).toMatchObject({
      return: { day: "tue!" },
    });
  });
});

describe("data with an accessor", () => {
  test("compares data without running its accessors", async () => {
    const compiled = await compiledTotals();
    let reads = 0;
    const row = {
      total: 1,
      get status(): string {
        reads += 1;
        return "open";
      },
    };
    await compiled.run({ context: { orders: [row] }, onDrift: "warn" });
    const without = reads;
    driftsOf(compiled.data, { orders: [row] }, { hides: () => false });
    expect(reads).toBe(without);
  });
});

describe("a step as the context of a compiled agent", () => {
  test("a step provides its return value, and a failed step prevents the run", async () => {
    const compiled = await compiledTotals();
    const before = successfulStep({ orders: [order("open", 9)] });
    expect(await compiled.run({ context: before })).toMatchObject({ return: { open: 9 } });
    const failed = failedStep("timeout", "too slow");
    expect(await compiled.run({ context: failed })).toMatchObject({
      ok: false,
      fail: { reason: "chained_failure" },
      turns: [],
    });
  });
});

describe("a compiled agent as JSON", () => {
  test("a compiled agent survives JSON and runs", async () => {
    const compiled = await compiledTotals();
    const json: unknown = JSON.parse(JSON.stringify(compiled));
    const read = compiledAgentFromJson(totals, json);
    if (!read.ok) throw new Error(read.message);
    expect(read.compiled.source).toBe(compiled.source);
    expect(await read.compiled.run({ context: { orders: [order("open", 4)] } })).toMatchObject({
      return: { open: 4 },
    });
  });

  test("refuses a compiled agent for a changed agent, and reports the change", async () => {
    const compiled = await compiledTotals();
    const json: unknown = JSON.parse(JSON.stringify(compiled));
    const changed = defineAgent({
      prompt: totals.prompt,
      signature: "(orders [{status :string, total :float}]) -> {open :float, paid :float}",
      limits: { steps: 10 },
    });
    const read = compiledAgentFromJson(changed, json);
    expect(read).toMatchObject({ ok: false, source: compiled.source });
    expect(read.ok ? [] : read.changes).toEqual([
      expect.stringContaining("the signature changed from"),
      "the limit steps is new",
    ]);
  });

  test.each([
    [null, "the JSON is not a compiled agent"],
    [{ format: "ptc-compiled", version: 0 }, "this release reads version 1 of the format"],
    ["changed source", "its hash doesn't match"],
  ])(
    "refuses JSON that isn't a compiled agent, and says what is wrong: %#",
    async (json, message) => {
      const compiled = await compiledTotals();
      const given =
        json === "changed source" ? { ...compiled.toJSON(), source: "(return {:open 1.0})" } : json;
      const read = compiledAgentFromJson(totals, given);
      expect(read.ok ? "" : read.message).toContain(message);
    },
  );

  test("refuses endlessly nested JSON of a compiled agent", () => {
    let data: object = { kinds: ["list"] };
    for (let depth = 0; depth < 100_000; depth++) data = { kinds: ["list"], items: data };
    expect(compiledAgentFromJson(totals, { format: "ptc-compiled", version: 1, data }).ok).toBe(
      false,
    );
  });
});
