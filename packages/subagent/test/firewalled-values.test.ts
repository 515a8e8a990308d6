// Values of firewalled fields: no request and no trace shows anything made of one whole value,
// wherever a program takes it. Also lists the results that aren't hidden, on purpose.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventFirewall } from "@ptc/core/contracts";
import { createMemoryTracer, formatEvent, formatTraceHeader, readTrace } from "@ptc/tracer";
import { defineAgent, previewPrompt, run } from "../src/index.ts";

import { prompts } from "../src/prompt/generated/prompts.ts";
import { ManualClock, fenced, play, textOf, type PlayedScene, type Scene } from "./missions.ts";

async function traced(
  programs: readonly string[],
  scene: Scene,
): Promise<PlayedScene & { readonly shown: string; readonly lines: readonly string[] }> {
  const tracer = createMemoryTracer();
  const played = await play(programs.map(fenced), {
    collectMessages: true,
    journal: {},
    trace: tracer,
    // Ids and durations could contain the digits of a value by chance.
    random: () => 0.5,
    clock: new ManualClock(),
    plan: ["a"],
    maxTurns: programs.length + 1,
    tools: {
      take: (args) => args,
      bad: (args) => {
        throw new Error(`refused ${JSON.stringify(args)}`);
      },
      typed: { signature: "(n :int) -> :int", execute: () => 1 },
    },
    ...scene,
  });
  const sent = played.llm.requests.flatMap(({ messages }) =>
    messages.map(({ content }) => textOf(content)),
  );
  const lines = tracer.events.map((event) => formatEvent(event));
  return { ...played, shown: [...sent, ...lines].join("\n"), lines };
}

/** Ways to take whole values out of firewalled fields of the rows. */
const sources: readonly string[] = [
  "(mapv :_s data/rows)",
  "(:_s (first data/rows))",
  "(vals (first data/rows))",
  "(mapcat vals data/rows)",
  "(into [] cat data/rows)",
  "(group-by :_s data/rows)",
  "(frequencies (map :_s data/rows))",
  "(map (juxt :id :_s) data/rows)",
  "(apply str (map :_s data/rows))",
  "(apply str (vals (first data/rows)))",
  "(sort-by str (map :_s data/rows))",
  "(zipmap (map :_s data/rows) (range))",
  "(mapv (fn [{s :_s}] {:copy s}) data/rows)",
  '(update-vals (first data/rows) (fn [v] {"x" v}))',
  "(reduce-kv (fn [acc k v] (conj acc v)) [] (first data/rows))",
  "(for [row data/rows [k v] row] v)",
  "(set (map :_s data/rows))",
  "(get-in data/rows [0 :_s])",
  "(:_all data)",
  "(:more data/_all)",
  "(first (:list data/_all))",
  "(str/upper-case (str (:_s (first data/rows))))",
  '(str "x" (:_s (first data/rows)) "y")',
  "(pr-str (pr-str (map :_s data/rows)))",
  "(json/generate-string (map :_s data/rows))",
  "(vals (first (json/parse-string (json/generate-string data/rows))))",
  "(keyword (str (:_s (first data/rows))))",
  "(tool/take {:x (:_s (first data/rows))})",
  '(task "t" (mapv :_s data/rows))',
  "(vals user/kept)",
  "(vals (first (vals user/deep)))",
];

/** Ways to show the taken value. */
const uses: readonly string[] = [
  "%",
  "[%]",
  "{:copy %}",
  "(println %)",
  "(prn [% %])",
  "(str %)",
  "(def copied %)",
  "(do (def copied %) copied)",
  "(throw (ex-info (str %) {:data %}))",
  "(throw %)",
  "(+ 1 %)",
  "(inc (first [%]))",
  "(sum-by :_s data/rows)",
  "(avg-by (fn [row] (:_s row)) data/rows)",
  '(parse-long (str "a" %))',
  "(json/generate-string {:x %})",
  '(step-done "a" (str %))',
  "(step-done (str %) (pr-str %))",
  "(tool/take {:other %})",
  "(tool/bad {:other %})",
  "(tool/typed {:n %})",
  "(doseq [v [%]] (println v))",
  "(doseq [[k v] (first data/rows)] (println k v))",
  "(return {:other %})",
  "(nth [1] %)",
  "(name %)",
  "[% *1 *2]",
];

const text = fc
  .string({ minLength: 5, maxLength: 30, unit: "grapheme" })
  .filter(
    (value) => value.trim().length >= 5 && /^[^\\]/.test(value) && !"<firewalled>".includes(value),
  );
const secret = fc.oneof(
  text,
  fc.string({ minLength: 6, maxLength: 700, unit: fc.constantFrom("a", "b", "Q", "-", "7") }),
  fc.integer({ min: 91_000_000, max: 99_999_999 }),
  fc.integer({ min: 91_000_000, max: 99_999_999 }).map((value) => -value),
  fc.constant(new Date("1979-05-04T03:21:00Z")),
  fc.bigInt({ min: 10n ** 20n, max: 10n ** 30n }),
);

/** Returns the forms in which a value must not appear. */
function formsOf(value: unknown): readonly string[] {
  if (value instanceof Date) return [value.toISOString().slice(0, 16)];
  if (typeof value !== "string") return [String(value).replace("-", "")];
  return [value.trim(), JSON.stringify(value.trim()).slice(1, -1)];
}

const standardRuns = process.env["PTC_TESTS"] === undefined ? 40 : 150;

test("hides every value that a program takes from a firewalled field, in every output", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(secret, { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(fc.constantFrom(...sources), fc.constantFrom(...uses)), {
        minLength: 1,
        maxLength: 5,
      }),
      async (secrets, parts) => {
        const at = (index: number): unknown => secrets[index % secrets.length];
        const programs = parts.map(([source, use]) => use.replaceAll("%", () => source));
        const { shown } = await traced(programs, {
          context: {
            rows: secrets.map((value, index) => ({ id: index, _s: value, more: { _t: at(1) } })),
            _all: { more: at(2), list: [at(3), { deep: at(4) }] },
          },
          memory: { kept: { _k: at(5) }, deep: { rows: [{ _d: at(0) }] } },
          signature: "() -> {other :int}",
          retryTurns: 1,
        });
        const lower = shown.toLowerCase();
        // Words that the model knows anyway: ours and its own.
        const known = JSON.stringify([
          Object.values(prompts),
          programs,
          sources,
          uses,
        ]).toLowerCase();
        for (const value of secrets)
          for (const form of formsOf(value))
            if (lower.includes(form.toLowerCase()) && !known.includes(form.toLowerCase()))
              throw new Error(
                `${form} is shown by ${programs.join("\n")}: …${around(lower, form.toLowerCase())}…`,
              );
      },
    ),
    { numRuns: Number(process.env["PTC_FIREWALL_RUNS"] ?? standardRuns) },
  );
});

function around(shown: string, form: string): string {
  const found = shown.indexOf(form);
  return shown.slice(Math.max(0, found - 80), found + form.length + 40);
}

/** Data with values of at least four characters, which start with `hidden`, and shorter ones. */
const context = () => ({
  rows: [
    { id: 1, name: "Ann", _ssn: "hidden-123", _pin: 12, _grade: "A" },
    { id: 2, name: "Bob", _ssn: "hidden-456", _pin: 34, _grade: "B" },
  ],
  _token: "hidden-token",
});

/** Returns the feedback to the model after a program. */
async function feedbackAfter(program: string, scene: Scene = {}): Promise<string> {
  const { sent } = await traced([program, "1"], { context: context(), ...scene });
  return sent[1] ?? "";
}

test.each([
  "(sum-by :_ssn data/rows)",
  "(doseq [row data/rows [k v] row] (println k v))",
  "(vals (first data/rows))",
  "(group-by :_ssn data/rows)",
  "(into [] cat data/rows)",
  "(mapv vec data/rows)",
  '(json/generate-string [["_token", data/_token]])',
  "(def groups (group-by :_ssn data/rows))",
  "(tool/take {:plain data/_token})",
  '(step-done "a" data/_token)',
  "(def longer (str (apply str (range 400)) data/_token))",
  "(println (str (apply str (range 700)) data/_token))",
  "(throw (ex-info data/_token {}))",
  '(throw (ex-info (str (apply str (repeat 1990 "x")) data/_token) {}))',
  "(nth [1 2] data/_token)",
  "(return {:n data/_token})",
])("%s shows no value of four or more characters", async (program) => {
  const { shown } = await traced([program, "*1"], {
    context: context(),
    signature: "() -> {n :int}",
    retryTurns: 1,
  });
  expect(shown).not.toMatch(/hidden|n-123|n-tok/);
});

test.each([
  ["entries as pairs", "(seq (first data/rows))"],
  ["entries in a list", "(vec (mapcat vec data/rows))"],
  ["names and values printed", "(doseq [[k v] (first data/rows)] (println k v))"],
  [
    "names and values in a text",
    '(str/join ", " (map (fn [[k v]] (str k "=" v)) (first data/rows)))',
  ],
  [
    "names and values in another text",
    '(doseq [[k v] (first data/rows)] (println (str k ": " v)))',
  ],
  ["values of a map", "(vals (first data/rows))"],
  ["values of maps", "(map vals data/rows)"],
  ["values printed", "(println (vals (first data/rows)))"],
  ["keys of groups", "(group-by :_pin data/rows)"],
  ["keys of groups, of texts", "(group-by :_grade data/rows)"],
  ["the error of a sum", "(sum-by :_grade data/rows)"],
  ["the error of an average by a path", "(avg-by [:_grade] data/rows)"],
  ["pairs in JSON", "(json/generate-string (map seq data/rows))"],
  ["EDN in a text", '(str "{:_pin " (:_pin (first data/rows)) "}")'],
])("hides short values as long as their entry is whole: %s", async (_, program) => {
  const feedback = await feedbackAfter(program);
  // Apart from the values, the feedback contains none of these digits, and none of these letters
  // alone.
  expect(feedback.replace(/[45] turns are left/, "")).not.toMatch(/12|34|"A"|\bA\b|"B"/);
});

const lost: readonly (readonly [what: string, program: string, shown: string])[] = [
  ["a part of a value", "(subs data/_token 0 9)", "hidden-to"],
  ["pieces of a value", '(str/split data/_token #"-")', '"hidden" "token"'],
  ["a value with spaces between its characters", '(str/join " " (seq data/_token))', "h i d d e n"],
  ["a reversed value", "(str/reverse data/_token)", "nekot-neddih"],
  ["a result computed from numbers", "(+ 1 (sum-by :_pin data/rows))", "47"],
  ["the length of a value", "(count data/_token)", "12"],
  ["a comparison with a value", '(= data/_token "hidden-token")', "true"],
  ["a number with thousands separators", '(format "%,d" data/_account)', "12,345,678"],
  ["a part of a date", "(subs (str (first data/_dates)) 0 7)", "1979-05"],
  ["a short value under another name", "(map :_pin data/rows)", "12 34"],
  ["a short value as a key of a new map", "(update-vals (group-by :_pin data/rows) count)", "12 1"],
];

describe("results that aren't hidden, because they aren't whole values", () => {
  test.each(lost)("doesn't hide %s", async (_, program, shown) => {
    const feedback = await feedbackAfter(program, {
      context: {
        ...context(),
        _account: 12345678,
        _dates: [new Date("1979-05-04T03:21:00Z")],
      },
    });
    expect(feedback).toContain(shown);
  });
});

test("the guide lists the results that aren't hidden", () => {
  const guide = readFileSync(
    new URL("../../../docs/guides/firewalled-fields.md", import.meta.url),
    "utf8",
  );
  const rows = [...(guide.split("<!-- lost -->")[1] ?? "").matchAll(/^\| (.+?) +\| `(.+)` +\|$/gm)];
  expect(rows.map(([, what, program]) => [what, program])).toEqual(
    lost.map(([what, program]) => [what, program]),
  );
});

describe("fields that the host allows by name", () => {
  test("the host may allow fields for an agent or a mission, and programs cannot", async () => {
    const program = "(println (first data/rows) (:_ssn (first data/rows))) data/rows";
    const both = await feedbackAfter(program, { firewall: { allow: ["_pin"] } });
    expect(both).toContain('"_pin" 12');
    expect(both).not.toContain("hidden");
    const agent = defineAgent({ prompt: "Do it: {{_token}}", firewall: { allow: ["_token"] } });
    const { llm } = await play([]);
    const step = await run(agent, {
      llm,
      context: context(),
      firewall: { allow: ["_ssn"] },
      onEvent: () => undefined,
    });
    const first = JSON.stringify(llm.requests.at(-1)?.messages);
    expect(step.prompt).toBe("Do it: hidden-token");
    expect(first).toContain("hidden-123");
    expect(first).not.toContain('_pin\\" 12');
    expect(JSON.stringify(previewPrompt(agent, context()))).toContain("hidden-token");
    const denied = await feedbackAfter(
      "(let [firewall {:allow [:_token]} options {:firewall firewall}] [options data/_token])",
    );
    expect(denied).not.toContain("hidden-token");
  });
});

describe("a trace of firewalled values", () => {
  test("a trace stays readable if values equal parts of its format", async () => {
    const words = [
      "mission",
      "tool",
      "take",
      "eval_error",
      "type",
      "true",
      "data",
      "args",
      "result",
      "user",
      "assistant",
      "system",
      "role",
      "validation_error",
      "reason",
      "$instant",
      "8000",
      "1970",
    ];
    const { lines } = await traced(
      [
        "(mapv :_w data/rows)",
        "(tool/take {:x (map :_w data/rows)})",
        "(throw (:_w (first data/rows)))",
        "(+ 1 :a)",
      ],
      { context: { rows: words.map((word) => ({ _w: word, _d: new Date(0) })) } },
    );
    const { events, problems } = readTrace([formatTraceHeader(), ...lines].join("\n"));
    expect(problems).toEqual([]);
    expect(events.length).toBe(lines.length);
  });

  test("copies of trace events also hide the values, and show them if allowed", async () => {
    const tracer = createMemoryTracer();
    await play([fenced("(tool/take {:plain data/_token})")], {
      context: context(),
      trace: tracer,
      tools: { take: (args) => args },
    });
    const called = tracer.events.find(({ type }) => type === "tool-call-start");
    if (called === undefined) throw new Error("no tool was called");
    expect(called[eventFirewall]).toBeDefined();
    expect(JSON.stringify(called)).not.toContain("allow");
    expect(formatEvent({ ...called })).toContain('"plain":"<Firewalled>"');
    expect(formatEvent(called, { reveal: true })).toContain("hidden-token");
  });
});
