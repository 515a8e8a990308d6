// Fields whose name starts with `_`, in every location for data. No message of a request, no line
// of a trace and no preview shows their values, unless the program takes a value out under another
// name.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { firewalledPrograms } from "./firewalled-programs.ts";
import type { TraceSink } from "@ptc/core/contracts";
import { ModelError, type ScriptEntry } from "@ptc/llm";
import { combineSinks } from "@ptc/tracer";
import { createFileTracer } from "@ptc/tracer/node";
import { defineAgent, previewPrompt } from "../src/index.ts";
import { formatResult } from "../src/text.ts";
import { fenced, play, type Scene } from "./missions.ts";
import { canary, row, context, tools, memory, traced, leaks } from "./firewalled-world.ts";

describe("programs that use firewalled data", () => {
  test.each(firewalledPrograms)("hides firewalled fields from the program %s", async (program) => {
    // Shown as a value or error, then through the history, the memory and the progress.
    const played = await traced(
      [fenced(program), "(println *1 (str *1)) [*1 *2]", fenced("[1]"), "(return 1)"],
      { plan: ["a", "b"], maxTurns: 6, validation: "enabled" },
    );
    expect(played.step.ok).toBe(true);
    expect(leaks(played)).toEqual([]);
    const once = await traced([fenced(program)], { maxTurns: 1 });
    expect(leaks(once)).toEqual([]);
    expect(canary.test(once.step.ok ? "" : once.step.fail.message)).toBe(false);
  });

  test("most of these programs run, so their output is checked", async () => {
    const { step } = await play(firewalledPrograms.slice(0, 90).map(fenced), {
      tools,
      context: context(),
      memory: memory(),
      maxTurns: 90,
      turnBudget: 90,
      journal: {},
    });
    expect(step.turns.filter(({ ok }) => ok).length).toBeGreaterThan(60);
  });
});

const scenes: Readonly<Record<string, readonly [script: readonly ScriptEntry[], scene?: Scene]>> = {
  "an answer with them": [["(return (first data/rows))"]],
  "an answer that does not fit": [
    [
      '(return {:_token data/_number :n "many"})',
      "(return {:_token data/rows :n 1})",
      "(return (first data/rows))",
      "(return {:_token data/_token :n 1})",
    ],
    { signature: "() -> {_token :string, n :int}" },
  ],
  "an answer that does not fit in a list": [
    ["(return [{:_a data/_number} {:_a {:b data/_token}} {:b 1}])"],
    { maxTurns: 1, signature: "() -> [{_a :string}]" },
  ],
  "a strict answer with more fields": [
    ["(return {:n 1 :_more data/_token})"],
    { maxTurns: 1, signature: "() -> {n :int}", validation: "strict" },
  ],
  "an implicit answer that does not fit": [
    [fenced("(first data/rows)"), fenced("{:_token data/_number}"), fenced('{:_token "x"}')],
    { completion: "implicit", signature: "() -> {_token :string}" },
  ],
  "`fail` with them": [
    [
      "(fail {:reason :gone :message (str (first data/rows)) :row (first data/rows) :_why data/_token})",
    ],
  ],
  "`fail` with a row": [["(fail (first data/rows))"]],
  "`fail` with a list": [["(fail data/rows)"]],
  "memory that is too large": [
    ["(def _big (vec (repeat 500 data/_token)))", "(return 1)"],
    { memoryLimitBytes: 600, memoryStrategy: "rollback" },
  ],
  "memory that ends it": [
    ["(def rows (vec (repeat 500 (first data/rows))))"],
    { memoryLimitBytes: 600 },
  ],
  "a failing model": [
    ["[data/rows]", new ModelError({ kind: "server_error" }), new ModelError({ kind: "auth" })],
    { llmRetry: { baseDelayMs: 0 } },
  ],
  "no program": [
    ["prose", "[data/rows]", `${fenced("data/rows")}\n${fenced("1")}`],
    { maxTurns: 3 },
  ],
  "turns that are used up": [
    ["(println data/rows) (first data/rows)", "(+ 1 (first data/rows))"],
    { maxTurns: 2, retryTurns: 0 },
  ],
  "retry turns": [
    ["(println data/rows)", "(first data/rows)", "(return 1)"].map((program) =>
      program.startsWith("(return") ? program : fenced(program),
    ),
    { maxTurns: 1, retryTurns: 2, completion: "explicit" },
  ],
  "a limit": [
    ["(println data/rows) (reduce + (range 100000))"],
    { maxTurns: 1, limits: { steps: 500 } },
  ],
  "a context that does not fit": [[], { signature: "(_token :int, rows [{_ssn :int}]) -> :int" }],
  placeholders: [
    ["(return 1)"],
    {
      prompt:
        "Use {{_token}}, {{rows}} and {{deep.a}}: {{#rows}}{{_ssn}} {{nested}} {{nested._deep}} {{.}}{{/rows}} {{#nothing}}x{{/nothing}} {{byName}} {{members}}",
    },
  ],
  branches: [
    [
      "(pmap (fn [r] (println r) (tool/take {:_key (:_ssn r)})) data/rows)",
      "(pmap (fn [r] (+ 1 r)) data/rows)",
      '(pcalls (fn [] (throw (ex-info "x" (first data/rows)))) (fn [] (tool/get)))',
      "(return 1)",
    ],
  ],
  "cached tools": [
    [
      "(tool/kept {:_key data/_token :n 1})",
      "(tool/kept {:_key data/_token :n 1})",
      "(return (tool/kept {:_key data/_token :n 1}))",
    ],
  ],
};

describe.each(Object.entries(scenes))("a mission that ends with %s", (_, [script, scene]) => {
  test("shows no firewalled field", async () => {
    const played = await traced(script, scene);
    expect(leaks(played)).toEqual([]);
    const { prompt, systemPrompt, ...rest } = {
      prompt: "Do it.",
      systemPrompt: undefined,
      ...scene,
    };
    const agent = defineAgent({
      prompt,
      tools,
      ...(rest.signature === undefined ? {} : { signature: rest.signature }),
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
    });
    expect(
      JSON.stringify(previewPrompt(agent, context() as never, played.step.memory)),
    ).not.toMatch(canary);
  });
});

describe("authorized readers of firewalled fields", () => {
  test("programs use firewalled fields, and the step has them", async () => {
    const { step, revealed, masked } = await traced([
      '(def _t data/_token) (tool/take {:_key (str _t "!")})',
      "(return {:same (= _t (:_a {:_a data/_token})) :_t _t :row (first data/rows) :length (count (:_ssn (first data/rows)))})",
    ]);
    expect(step).toMatchObject({
      ok: true,
      return: { same: true, _t: "canary-top", row: row(), length: 10 },
    });
    expect(step.toolCalls).toMatchObject([
      { args: { _key: "canary-top!" }, result: { _out: "canary-out" } },
    ]);
    expect(step.memory.toHost()).toMatchObject({ _t: "canary-top", _mine: "canary-memory" });
    expect(revealed).toMatch(/canary-top!/);
    expect(revealed).toMatch(/canary-out/);
    expect(masked).not.toMatch(canary);
  });

  test("hides a value that a program takes out under another name", async () => {
    const { sent } = await traced([fenced("{:copy data/_token}"), "(return 1)"]);
    expect(sent[1]).toContain('{:copy "<Firewalled>"}');
  });

  test.each([
    "(json/generate-string (first data/rows))",
    "(println (json/generate-string data/rows))",
    '(println (str "rows: " (json/generate-string [(json/generate-string data/rows)])))',
    "(throw (ex-info (json/generate-string (first data/rows)) {}))",
    "(def text (json/generate-string data/rows)) (prn text)",
  ])(
    "JSON made by a program is whole for tools and parsers, and hidden from readers: %s",
    async (program) => {
      const taken: unknown[] = [];
      const { sent, masked } = await traced(
        [fenced(program), "(return (:ok (tool/take {:text (json/generate-string data/rows)})))"],
        {
          tools: {
            ...tools,
            take: (args) => {
              taken.push(args);
              return { ok: 1 };
            },
          },
        },
      );
      expect(sent.join("\n")).not.toMatch(canary);
      expect(masked).not.toMatch(canary);
      expect(JSON.stringify(taken)).toMatch(canary);
    },
  );

  test("`formatResult` shows firewalled fields to a caller, and hides them in text for a model", () => {
    expect(formatResult(row()).text).toMatch(canary);
    expect(formatResult(row(), { hideFirewalled: true }).text).not.toMatch(canary);
  });
});

describe("a trace in a file", () => {
  test("a trace file has firewalled fields only with `reveal`", async () => {
    const folder = mkdtempSync(join(tmpdir(), "firewalled-"));
    try {
      const paths = {
        masked: join(folder, "masked.jsonl"),
        revealed: join(folder, "revealed.jsonl"),
      };
      const [masked, revealed] = [
        createFileTracer(paths.masked),
        createFileTracer(paths.revealed, { reveal: true }),
      ];
      const trace: TraceSink = combineSinks(masked, revealed);
      await play(
        [
          "(println data/rows) (tool/take {:_key data/_token})",
          "(fail {:reason :gone :row (first data/rows)})",
        ],
        { tools, context: context(), trace },
      );
      masked.close();
      revealed.close();
      expect(readFileSync(paths.masked, "utf8")).toContain("mission-end");
      expect(readFileSync(paths.masked, "utf8")).not.toMatch(canary);
      expect(readFileSync(paths.revealed, "utf8")).toMatch(/canary-top/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
