// Fields whose name starts with `_`, planted wherever data can stand: no message of a request, no
// line of a trace and no preview shows what they hold, whatever the programs do with the data short
// of taking a value out under another name.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TraceSink } from "@ptc/core/contracts";
import { ModelError, type ScriptEntry } from "@ptc/llm";
import { combineSinks, createMemoryTracer, formatEvent } from "@ptc/tracer";
import { createFileTracer } from "@ptc/tracer/node";
import { defineAgent, formatResult, previewPrompt } from "../src/index.ts";
import { fenced, play, textOf, type PlayedScene, type Scene } from "./missions.ts";

const canary = /canary|90909\d/;

/** Each place has a canary of its own, so that one that is found says where it was planted. */
const row = () => ({
  id: 1,
  _ssn: "canary-row",
  nested: { _deep: ["canary-deep"], list: [{ _x: { y: "canary-list" } }], ok: 1 },
});

const context = () => ({
  _token: "canary-top",
  _number: 909_093,
  "ns/_token": "canary-namespaced",
  rows: [row(), { ...row(), id: 2, _pin: 909_091 }],
  byName: new Map<unknown, unknown>([
    ["_key", "canary-map"],
    ["plain", { _in: "canary-in-map" }],
    ["list", [{ _in: "canary-list-in-map" }]],
  ]),
  members: new Set([{ _m: "canary-set" }]),
  deep: { a: { b: { c: [[{ _d: "canary-very-deep" }]] } } },
});

const tools = {
  get: () => ({ rows: [{ _t: "canary-tool", n: 1 }], _all: "canary-tool-top" }),
  later: () => Promise.resolve([{ _t: "canary-later" }]),
  take: {
    signature: "(_key :string, n :int?) -> {_out :string, n :int?}",
    execute: () => ({ _out: "canary-out" }),
  },
  bad: { signature: "() -> {_out :string}", execute: () => ({ _out: 909_092 }) },
  kept: { cache: true, execute: () => ({ _kept: "canary-kept" }) },
};

const memory = () => ({ _mine: "canary-memory", shown: { _inside: "canary-in-memory", n: 1 } });

async function traced(
  script: readonly ScriptEntry[],
  scene: Scene = {},
): Promise<PlayedScene & { readonly masked: string; readonly revealed: string }> {
  const tracer = createMemoryTracer();
  const played = await play(script, {
    tools,
    context: context(),
    memory: memory(),
    collectMessages: true,
    journal: {},
    trace: tracer,
    // Ids of spans by chance may hold the digits of a canary.
    random: () => 0.5,
    ...scene,
  });
  return {
    ...played,
    masked: tracer.events.map((event) => formatEvent(event)).join("\n"),
    revealed: tracer.events.map((event) => formatEvent(event, { reveal: true })).join("\n"),
  };
}

/** What was sent that a model did not say itself, line by line. */
function leaks({ llm, step, masked }: Awaited<ReturnType<typeof traced>>): string[] {
  const sent = llm.requests.flatMap(({ messages }) =>
    messages.map(({ content }) => textOf(content)),
  );
  const collected = [
    ...(step.messages ?? []),
    ...step.turns.flatMap(({ messages }) => messages ?? []),
  ].map(({ content }) => content);
  return [
    ...new Set(
      [...sent, ...collected, masked]
        .flatMap((text) => text.split("\n"))
        .filter((line) => canary.test(line)),
    ),
  ];
}

const programs: readonly string[] = [
  // Values.
  "data/rows",
  "(first data/rows)",
  "(:nested (first data/rows))",
  "data/byName",
  "data/members",
  "data/deep",
  "(tool/get)",
  "(tool/later)",
  "(tool/kept)",
  "[shown]",
  "{:a {:b (first data/rows)}}",
  "(seq (first data/rows))",
  "(vec (first data/rows))",
  "(map identity (first data/rows))",
  "(first data/byName)",
  '(find data/byName "_key")',
  "(into [] data/byName)",
  "(set (first data/rows))",
  "(reverse (vec data/byName))",
  "(into (sorted-map) (first data/rows))",
  "(sorted-map :_a data/_token)",
  "(sorted-set [:_a data/_token])",
  '(sorted-map-by compare "_a" data/_token)',
  "#{{:_a data/_token}}",
  "(zipmap [:_a :b] [data/_token 1])",
  "(assoc (first data/rows) :_c data/_token)",
  "(select-keys (first data/rows) [:_ssn])",
  "(group-by :id data/rows)",
  "(frequencies data/rows)",
  "(update (first data/rows) :_ssn str)",
  "(merge (first data/rows) (tool/get))",
  "(filter :_ssn data/rows)",
  "(sort-by :_ssn data/rows)",
  "(partition-all 1 data/rows)",
  "(atom (first data/rows))",
  "(iterator-seq data/rows)",
  "(list data/rows)",
  "(hash-map :_a data/_token)",
  "(array-map :_a data/_token)",
  "(map-entry :_a data/_token)",
  "(quote {:_a 1})",
  "(def row (first data/rows))",
  "(do (def _hidden data/_token) [1])",
  "(fn [] data/_token)",
  "(delay (first data/rows))",
  "(tool/take {:_key data/_token})",
  "(json/parse-string (json/generate-string (first data/rows)))",
  // Texts.
  "(println data/rows)",
  "(prn data/rows)",
  "(print (first data/rows))",
  "(pr (first data/rows))",
  "(println (str (first data/rows)))",
  "(println (pr-str data/rows))",
  "(str data/byName)",
  "(prn-str data/deep)",
  "(println-str data/deep)",
  "(print-str data/members)",
  '(format "%s" (first data/rows))',
  '(format "%s and %20s" data/deep (vec data/byName))',
  '(str/join ", " data/rows)',
  "(str/join (first data/rows))",
  '(clojure.string/join "\\n" (map str data/rows))',
  "(apply str data/rows)",
  "(println (map str data/byName))",
  "(with-out-str (println data/rows))",
  '(str/replace (str data/rows) "a" "b")',
  '(printf "%s" data/rows)',
  "(name (str data/deep))",
  "(keyword (str (first data/rows)))",
  "(symbol (str (first data/rows)))",
  "(println {:_a data/_token} [:_b data/_token])",
  "(println (tool/get) (tool/later))",
  "(mapv println data/byName)",
  "(pprint data/rows)",
  "(clojure.pprint/pprint data/rows)",
  "(reduce str data/rows)",
  '(reduce-kv (fn [a k v] (str a {k v})) "" (first data/rows))',
  "(.toString (first data/rows))",
  "(String/valueOf (first data/rows))",
  "(subs (str data/rows) 0 200)",
  '(step-done "1" (str (first data/rows)))',
  '(step-done "2" (pr-str data/byName))',
  '(task "t" (first data/rows))',
  // Failures.
  "(+ 1 (first data/rows))",
  "(inc data/rows)",
  "(nth (first data/rows) 3)",
  "(case (first data/rows) 1 2)",
  "(assert (= 1 (first data/rows)))",
  "(assert false (first data/rows))",
  "(get-in (first data/rows) 5)",
  "(apply + data/rows)",
  "(reduce + data/rows)",
  "(parse-long (first data/rows))",
  "(subs (first data/rows) 1)",
  "((first data/rows))",
  "((first data/rows) 1 2 3)",
  "((vec data/rows) (first data/rows))",
  "(compare (first data/rows) 1)",
  "(sort data/rows)",
  "(str/upper-case (first data/rows))",
  "(.plusDays (first data/rows) 1)",
  "(LocalDate/parse (first data/rows))",
  '(re-find (first data/rows) "a")',
  "(let [[a b] 5] (first data/rows))",
  '(throw (ex-info "bad" {:_t data/_token}))',
  "(throw (ex-info (str (first data/rows)) (first data/rows)))",
  "(throw (first data/rows))",
  '(throw (ex-info "bad" {:row (first data/rows)}))',
  "(throw (Exception. (str (first data/rows))))",
  '(try (throw (ex-info "bad" {:_t data/_token})) (catch Exception e (println e) (println (ex-data e)) e))',
  "(try (tool/take {:_key data/_number}) (catch Exception e (ex-message e)))",
  "(tool/take {:_key data/_number})",
  "(tool/take {:_key (first data/rows)})",
  "(tool/take {:_other data/_token})",
  "(tool/bad)",
  "(tool/nope (first data/rows))",
  "(tool/get (first data/rows))",
  "(tool/get data/rows)",
  "(task (first data/rows) 1)",
  '(step-done (first data/rows) "x")',
  "(fn-that-is-not data/_token)",
  "(conj (first data/rows) 5)",
  "(merge (first data/rows) 5)",
  "(assoc (first data/rows) :a)",
  "(keyword (first data/rows))",
  "(name (first data/rows))",
  "(range (first data/rows))",
  "(take (first data/rows) [1])",
  "(pmap inc data/rows)",
  "(json/parse-string (str data/rows))",
  '(format "%d" (first data/rows))',
  "(bit-and (first data/rows) 1)",
  "(loop [r data/rows] (recur 1 2))",
  "(get {} (first data/rows) (first data/rows))",
  "(deref (first data/rows))",
  "(max-by (first data/rows) data/rows)",
  "(zipmap 1 (first data/rows))",
];

describe("what a program does with the data", () => {
  test.each(programs)("%s", async (program) => {
    // Told as value or error, then by its history, its memory, its progress.
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

  test("most of these programs run, so that what they make is seen", async () => {
    const { step } = await play(programs.slice(0, 90).map(fenced), {
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
  test("shows none", async () => {
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

describe("they are there for whoever may see them", () => {
  test("programs use them, and the step has them", async () => {
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

  test("a program that takes a value out under another name shows it: the rule is the name", async () => {
    const { told } = await traced([fenced("{:copy data/_token}"), "(return 1)"]);
    expect(told[1]).toContain("canary-top");
  });

  test.each([
    "(json/generate-string (first data/rows))",
    "(println (json/generate-string data/rows))",
    '(println (str "rows: " (json/generate-string [(json/generate-string data/rows)])))',
    "(throw (ex-info (json/generate-string (first data/rows)) {}))",
    "(def text (json/generate-string data/rows)) (prn text)",
  ])(
    "JSON that a program makes is whole for tools and parsers, and hidden where it is read: %s",
    async (program) => {
      const taken: unknown[] = [];
      const { told, masked } = await traced(
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
      expect(told.join("\n")).not.toMatch(canary);
      expect(masked).not.toMatch(canary);
      expect(JSON.stringify(taken)).toMatch(canary);
    },
  );

  test("`formatResult` shows them to a caller, and hides them where its text goes on to a model", () => {
    expect(formatResult(row()).text).toMatch(canary);
    expect(formatResult(row(), { hideFirewalled: true }).text).not.toMatch(canary);
  });
});

describe("a trace in a file", () => {
  test("has them only with `reveal`", async () => {
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
