// `ptc ask` with recorded answers: tools, data of all kinds, output, and questions that wait.

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { stepFromJson } from "@ptc/subagent/step-json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memoryHost, ptc, type MemoryHostOptions } from "../../test/memory-host.ts";
import { main } from "../main.ts";

let folder = "";

/** Writes a recording of these answers, and returns the options that select it. */
function answers(...texts: readonly string[]): readonly string[] {
  const name = `recording-${String(readdirSync(folder).length)}.json`;
  writeFileSync(
    join(folder, name),
    JSON.stringify({
      format: "ptc-recording",
      version: 1,
      model: "m",
      recordedAt: "2025-01-31",
      answers: texts.map((text) => ({ text })),
    }),
  );
  return ["--recording", name];
}

const state = (): string => join(folder, "state");
const person = (words: readonly string[], options: MemoryHostOptions = {}) =>
  ptc(words, { folder, environment: { XDG_STATE_HOME: state() }, ...options });
const ask = (...words: readonly string[]) => person(["ask", ...words]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-ask-"));
  mkdirSync(join(folder, ".git"));
  const subagent = JSON.stringify(import.meta.resolve("@ptc/subagent"));
  const files: Readonly<Record<string, string>> = {
    "tools.mjs": `import { tool } from ${subagent};
      export const double = ({ n }) => 2 * n;
      export const refund = tool({ signature: "(id :string, amount :float) -> :string",
        needsApproval: true, execute: ({ id, amount }) => "refunded " + id + ": " + amount });`,
    "more.mjs": "export default { triple: ({ n }) => 3 * n };",
    "same.mjs": "export const double = () => 0;",
    "none.mjs": "export const limit = 3;",
    "orders.csv": 'id,customer,amount\n0041,"Lovelace, Ada",39.5\n0042,Grace,240\n',
    "german.csv": "id;preis\n1;3,50\n",
    "orders.tsv": "id\tprice\n1\t2\n",
    "rows.json": "[1, 2]",
    "lines.jsonl": '{"n":1}\n{"n":2}\n',
    "shop.json": '{"limit":3,"names":["Ada"]}',
    "three.json": "3",
    "notes.md": "Some *notes*",
    "odd.csv": "a,b\n1\n",
    "odd.json": "{limit: 3}",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("ptc ask", () => {
  test("answers with tools of several modules, the answer alone on standard output", async () => {
    const program = "(return (tool/triple {:n (tool/double {:n data/limit})}))";
    const { code, output, errors } = await ask(
      "How much is six times the {{limit}}?",
      ...["--tools", "tools.mjs", "--tools", "more.mjs", "--context", "shop.json"],
      ...answers('(println "look")', program),
    );
    expect([code, output]).toEqual([0, "18\n"]);
    expect(errors).toContain("Model: a recording of m from 2025-01-31.");
    expect(errors).toContain("Data:  data/limit  number\nData:  data/names  vector of 1 text\n");
    expect(errors).toContain("Tools: double, refund, triple\n");
    expect(errors).toContain("Turn 2 of at most 5\n");
    expect(errors).toMatch(
      /Data: {3}the model read about [\d,]+ tokens in 2 requests and wrote about \d+;/,
    );
    const [, trace = ""] = /Trace: (.*)\n/.exec(errors) ?? [];
    expect(trace).toBe(join(".ptc", "traces", "2025-01-31T09-30-00.000Z-ask.jsonl"));
    // The braces are text of the question.
    expect(readFileSync(join(folder, trace), "utf8")).toContain("six times the {{limit}}?");
  });

  test.each<readonly [string, readonly string[], string, string, string]>([
    ["a table", ["orders.csv"], "(:customer (first data/rows))", "Lovelace, Ada", ""],
    ["texts in a table", ["orders.csv"], "(:id (second data/rows))", "0042", ""],
    ["a table with semicolons", ["german.csv"], "(:preis (first data/rows))", "3,50", ""],
    ["a table with tabs", ["t=orders.tsv"], "(:price (first data/t))", "2", ""],
    ["a list", ["rows.json"], "(reduce + data/rows)", "3", ""],
    ["JSON lines by a name", ["calls=lines.jsonl"], "(sum-by :n data/calls)", "3", ""],
    ["an object by a name", ["shop=shop.json"], "(:limit data/shop)", "3", ""],
    ["any JSON by a name", ["three=three.json"], "data/three", "3", ""],
    ["text", ["notes.md"], "data/text", "Some *notes*", ""],
    [
      "a file as another kind",
      ["log.txt=shop.json"],
      "data/log",
      '{"limit":3,"names":["Ada"]}',
      "",
    ],
    ["several", ["notes.md", "shop.json"], "(str data/text data/limit)", "Some *notes*3", ""],
    ["JSON on standard input", ["-"], "data/n", "7", '{"n":7}'],
    [
      "text on standard input",
      ["-"],
      "data/text",
      "[2025-01-31] started\n",
      "[2025-01-31] started\n",
    ],
    ["a table on standard input", ["orders.csv=-"], "(:a (first data/orders))", "1", "a,b\n1,2\n"],
  ])("reads %s as data", async (_what, contexts, program, expected, input) => {
    const options = contexts.flatMap((text) => ["-c", text]);
    const { code, output, errors } = await person(
      ["ask", "q", "-q", ...options, ...answers(`(return ${program})`)],
      { input },
    );
    expect({ code, errors, output }).toEqual({ code: 0, errors: "", output: `${expected}\n` });
  });

  test("checks the data and the answer by a signature", async () => {
    const options = ["-q", "-c", "shop.json", "--signature", "(limit :int) -> {twice :int}"];
    const wrong = '(return {:twice "x"})';
    const right = "(return {:twice (* 2 data/limit)})";
    const { code, output } = await ask("q", ...options, ...answers(wrong, right), "--json");
    expect(code).toBe(0);
    expect(await stepFromJson(JSON.parse(output))).toMatchObject({
      step: { ok: true, return: { twice: 6 } },
    });
  });

  test("keeps data beside a signature without inputs", async () => {
    const options = ["-q", "-c", "orders.csv", "--signature", "() -> [:string]"];
    const { code, output } = await ask("q", ...options, ...answers("(return (map :id data/rows))"));
    expect([code, output]).toEqual([0, '[\n  "0041",\n  "0042"\n]\n']);
  });

  test("applies limits of programs and turns", async () => {
    const { code, errors, output } = await ask(
      ...["q", "-q", "--steps", "1000", "--max-turns", "1"],
      ...answers("(reduce + (range 1000000))"),
    );
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toMatch(/^(?:step_limit_exceeded|max_turns_exceeded): /);
  });

  test("reads the question from standard input", async () => {
    const { code, errors } = await person(["ask", "-", ...answers("(return 1)"), "--json"], {
      input: "How many?\n",
    });
    expect([code, errors]).toEqual([0, ""]);
  });

  test("ends as cancelled on Ctrl-C", async () => {
    writeFileSync(
      join(folder, "waits.mjs"),
      `export const wait = () => new Promise(() => { globalThis.ptcAskWaits?.(); });`,
    );
    const host = memoryHost({ folder });
    Object.assign(globalThis, {
      ptcAskWaits: () => {
        host.signal("SIGINT");
      },
    });
    const words = ["ask", "q", "--tools", "waits.mjs", ...answers("(tool/wait {})")];
    expect(await main(words, host)).toBe(1);
    expect(host.outputText()).toBe("");
    expect(host.errorText()).toContain("The mission was interrupted.\ncancelled: ");
  });

  test("colors and headings go only to terminals, and prose breaks at words", async () => {
    const words = ["ask", "q", ...answers('(return "done")')];
    const { output, errors } = await person(words, { columns: 30 });
    expect(output).toBe("done\n");
    expect(errors).toContain("\u001b[1mAnswer\u001b[22m\n");
    expect(errors).toContain("2025-01-31. Its answers are\nreplayed in order, and no\n");
  });

  test.each<readonly [string, readonly string[], string]>([
    ["no question", [], "missing question: pass it as one argument, in quotes"],
    ["an empty question", [" "], "the question is empty: pass it as one argument, in quotes"],
    [
      "no model",
      ["q"],
      "choose the model with --model provider:name, with one of anthropic, openai, google, ollama (their keys come from ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY), or replay answers with --recording file.json",
    ],
    ["no key", ["q", "--model", "anthropic:x"], "needs a key (set ANTHROPIC_API_KEY)"],
    ["a missing module", ["--tools", "nope.ts"], "tools module nope.ts: no such file"],
    ["a module without tools", ["--tools", "none.mjs"], "found no tools; expected exports"],
    [
      "two tools of one name",
      ["--tools", "tools.mjs", "--tools", "same.mjs"],
      'tools modules tools.mjs and same.mjs both have a tool "double": rename one of them',
    ],
    ["a missing file", ["-c", "nope.json"], "context file nope.json: no such file"],
    [
      "two contexts of one name",
      ["-c", "orders.csv", "-c", "rows.json"],
      "--context orders.csv and --context rows.json both give data/rows: name one of them with --context NAME=rows.json",
    ],
    ["two standard inputs", ["-c", "a=-", "-c", "b=-"], "only one --context can be -"],
    ["malformed JSON", ["-c", "odd.json"], "context file odd.json: not JSON: "],
    ["a malformed table", ["-c", "odd.csv"], "context file odd.csv: line 2, column 1: the row has"],
    ["a scalar", ["-c", "three.json"], "context file three.json: expected a JSON object"],
    ["a wrong signature", ["--signature", "-> :itn"], "--signature: "],
    [
      "data of another type",
      ["-c", "shop.json", "--signature", "(limit :string) -> :int"],
      "the context doesn't match the signature: limit: expected string, got int 3",
    ],
    ["no turns", ["--max-turns", "0"], "--max-turns needs a whole number above 0"],
    ["a wrong limit", ["--steps", "many"], "--steps needs a whole number of steps above 0"],
  ])("reports %s with exit code 2", async (_what, words, message) => {
    const isWhole = words.length === 0 || words[0]?.startsWith("-") === false;
    const all = isWhole ? words : ["q", ...words, ...answers("(return 1)")];
    const { code, output, errors } = await ask(...all);
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toContain(`ptc ask: `);
    expect(errors).toContain(message);
  });

  test("refuses standard input for the question and the data", async () => {
    const { code, errors } = await ask("-", "-c", "-", ...answers("(return 1)"));
    expect([code, errors]).toEqual([2, expect.stringContaining("standard input is used")]);
  });
});

describe("a question that waits", () => {
  const program = "(return (tool/refund {:id (:id (first data/rows)) :amount 50.5}))";

  test("is continued by ptc resume, also from another folder, with the same model", async () => {
    const words = ["--tools", "tools.mjs", "-c", "orders.csv", "--checkpoint", "state.json"];
    const begun = await ask("Refund the first.", ...words, ...answers(program));
    expect([begun.code, begun.output]).toEqual([3, ""]);
    expect(begun.errors).toContain('tool/refund {"id":"0041","amount":50.5}');
    expect(begun.errors).toMatch(/Continue: {3}ptc resume state\.json --approve [0-9a-f]{32}\/1/);
    const path = join(folder, "state.json");
    // The data isn't copied, because it can be read again.
    expect(readFileSync(path, "utf8")).not.toContain("Lovelace");
    const elsewhere = mkdtempSync(join(tmpdir(), "ptc-ask-"));
    const ended = await person(["resume", path, "--approve", "all"], { folder: elsewhere });
    rmSync(elsewhere, { recursive: true });
    expect([ended.code, ended.errors]).toEqual([0, ""]);
    expect(ended.output).toMatch(
      /^Refund the first\.\nModel: [^]*\nAnswer\nrefunded 0041: 50\.5\n/,
    );
  });

  test("is decided at the terminal, even if the answer goes to a file", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const screen = memoryHost({ folder, columns: 80 });
    const file = memoryHost({ folder });
    const words = ["ask", "q", "--tools", "tools.mjs", "-c", "orders.csv", ...answers(program)];
    const ended = main(words, { ...screen, input, output: file.output });
    while (!screen.errorText().includes("Decide (")) await nextTurn();
    input.write("y\r");
    expect([await ended, file.outputText()]).toEqual([0, "refunded 0041: 50.5\n"]);
    expect(screen.errorText()).toContain('Call 1 of 1: tool/refund {"id":"0041","amount":50.5}');
    expect(screen.outputText()).toBe("");
  });

  test("uses the libraries of --libraries, and is continued with them", async () => {
    mkdirSync(join(folder, "libraries"));
    writeFileSync(
      join(folder, "libraries/desk.clj"),
      '(defn pay "Refunds an order." [row] (tool/refund {:id (:id row) :amount 1.5}))',
    );
    const words = ["--tools", "tools.mjs", "-c", "orders.csv", "--libraries", "libraries"];
    const options = [...words, "--step", "desk-step.json", "--checkpoint", "desk.json"];
    const begun = await ask("q", ...options, ...answers("(return (mapv desk/pay data/rows))"));
    expect(begun.code).toBe(3);
    const step = readFileSync(join(folder, "desk-step.json"), "utf8");
    expect(step).toContain("- (desk/pay row): Refunds an order.");
    const ended = await person(["resume", "desk.json", "--approve", "all", "--json"]);
    // The second call is requested after the first, so the question waits twice.
    expect(ended.code).toBe(3);
    const again = await person(["resume", "desk.json", "--approve", "all", "--json"]);
    expect([again.code, again.errors]).toEqual([0, ""]);
    expect(JSON.parse(again.output)).toMatchObject({
      return: ["refunded 0041: 1.5", "refunded 0042: 1.5"],
    });
  });

  test("has data from standard input in its checkpoint", async () => {
    const words = ["ask", "q", "--tools", "tools.mjs", "-c", "rows.csv=-", "--no-input"];
    const output = ["--checkpoint", "piped.json", "--json"];
    const input = "id\n0077\n";
    const begun = await person([...words, ...output, ...answers(program)], { input });
    expect(begun.code).toBe(3);
    const ended = await person(["resume", "piped.json", "--approve", "all", "--json"]);
    expect([ended.code, ended.errors]).toEqual([0, ""]);
    expect(JSON.parse(ended.output)).toMatchObject({ return: "refunded 0077: 50.5" });
  });

  test("is refused if its data has changed, and unknown to other people", async () => {
    writeFileSync(join(folder, "changing.csv"), "id\n1\n");
    const words = ["--tools", "tools.mjs", "-c", "changing.csv", "--checkpoint", "changing.json"];
    expect((await ask("q", ...words, ...answers(program))).code).toBe(3);
    const other = await ptc(["resume", "changing.json", "--approve", "all"], { folder });
    expect(other.errors).toContain("you didn't run this mission here");
    writeFileSync(join(folder, "changing.csv"), "id\n2\n");
    const changed = await person(["resume", "changing.json", "--approve", "all"]);
    expect([changed.code, changed.output.includes("refunded")]).toEqual([2, false]);
    expect(changed.errors).toContain("context");
  });
});
