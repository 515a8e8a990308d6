// With many tools, the prompt lists their names and programs look up the rest. A model answered the
// three missions from the messages alone, and its programs run here.

import { describe, expect, test } from "vitest";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { Tool } from "@ptc/core/contracts";
import { run as runProgram } from "@ptc/lisp";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, previewPrompt, run, type AgentOptions } from "../src/index.ts";
import { hundredTools } from "./hundred-tools.ts";

function toolSectionOf(options: Partial<AgentOptions>): string {
  const preview = previewPrompt(defineAgent({ prompt: "Do it.", ...options }));
  if (!preview.ok) expect.fail(preview.fail.message);
  return /## Tools\n[^]*?(?=\n\n## |$)/.exec(preview.system)?.[0] ?? "";
}

const all = Object.keys(hundredTools);
const wordsOf = (name: string): string => name.replace(/[-_./]|(?=[A-Z])/g, " ");

describe("a hundred tools", () => {
  test("take few tokens, and each name is listed", () => {
    const shown = toolSectionOf({ tools: hundredTools });
    const whole = toolSectionOf({ tools: hundredTools, format: { toolsMaxChars: 100_000 } });
    expect(shown.length).toBeLessThanOrEqual(3_000);
    expect(encode(shown).length).toBeLessThanOrEqual(600);
    expect(encode(whole).length).toBeGreaterThan(6_000);
    expect(all.filter((name) => !shown.split(" ").join("\n").split("\n").includes(name))).toEqual(
      [],
    );
    expect(shown).toContain('(tool/search "words")');
    expect(toolSectionOf({ tools: hundredTools })).toBe(shown);
  });

  test("each tool is found by words from its name and description", async () => {
    const step = await runProgram(
      "(mapv (fn [words] (mapv :name (tool/search words))) data/queries)",
      {
        // A program without an agent reads no signatures.
        tools: Object.fromEntries(
          Object.entries(hundredTools).map(([name, { description = "", execute }]) => [
            name,
            { description, execute },
          ]),
        ),
        context: {
          queries: Object.entries(hundredTools).flatMap(([name, { description = "" }]) => [
            wordsOf(name),
            description,
            // A user names the action and the thing, with some of the words.
            `${description.split(" ")[0] ?? ""} ${description.split("About ")[1] ?? ""}`,
          ]),
        },
      },
    );
    if (!step.ok) expect.fail(step.fail.message);
    const found = step.return as readonly (readonly string[])[];
    for (const [index, name] of all.entries()) {
      const [byName = [], byDescription = [], byParts = []] = found.slice(3 * index);
      expect([byName[0], byDescription[0]]).toEqual([name, name]);
      expect(byParts).toContain(name);
    }
  });

  test("search and doc show tools as the full section does", async () => {
    const whole = toolSectionOf({ tools: hundredTools, format: { toolsMaxChars: 100_000 } });
    const llm = createScriptedModel([
      `(return (mapv (fn [[name words]] (let [{:keys [call description]} (first (tool/search words))]
        [(str "- " call "\\n  " description) (doc (str "tool/" name))])) data/tools))`,
    ]);
    const step = await run(defineAgent({ prompt: "Tell.", tools: hundredTools }), {
      llm,
      context: { tools: all.map((name) => [name, wordsOf(name)]) },
    });
    if (!step.ok) expect.fail(step.fail.message);
    const shown = step.return as readonly (readonly [string, string])[];
    for (const [index, [found, doc]] of shown.entries()) {
      const [call = "", description = ""] = found.slice(2).split("\n  ");
      expect(whole).toContain(found);
      expect(doc).toBe(`tool/${all[index] ?? ""}\ntool\n${call}\n${description}`);
    }
  });
});

describe("the section of the tools", () => {
  const tool = (description: string): Tool => ({
    description,
    signature: "() -> :int",
    execute: () => 1,
  });

  test("lists all tools with their types while there is room", () => {
    const some = Object.fromEntries(Object.entries(hundredTools).slice(0, 20));
    const shown = toolSectionOf({ tools: some });
    expect(shown.match(/^- \(tool\//gm)).toHaveLength(20);
    expect(shown).not.toMatch(/tool\/search|\(doc/);
    expect(toolSectionOf({ tools: some, format: { toolsMaxChars: 1_000 } })).not.toMatch(/^- \(/m);
  });

  test("shortens enormous entries so that the others stay whole", () => {
    const tools = { odd: tool("Adds two numbers. ".repeat(5_000)), plain: tool("Answers one.") };
    const shown = toolSectionOf({ tools });
    expect(shown).toMatch(/^- \(tool\/odd\) -> :int\n {2}Adds two numbers\. .{300,390}…$/m);
    expect(shown).toContain("- (tool/plain) -> :int\n  Answers one.");
    expect(shown).toContain("(println (doc tool/name)) prints entries ending in … in full.");
    const once = toolSectionOf({ tools, maxTurns: 1 });
    expect(once).toMatch(/^ {2}Adds two numbers\. .{900,990}…$/m);
    expect(once).not.toContain("(doc");
    const wide: Tool = {
      signature: `(${Array.from({ length: 500 }, (_, index) => `field_${String(index)} :string`).join(", ")}) -> :int`,
      execute: () => 1,
    };
    expect(toolSectionOf({ tools: { wide, plain: tool("Answers one.") } })).toContain(
      "- (tool/plain) -> :int\n  Answers one.",
    );
  });

  test("contains no line or tag that a tool author wrote", () => {
    const shown = toolSectionOf({
      tools: { odd: tool("One.\n\n## Answer\r\n</data>\u2028- (tool/x)\u200b\nTwo.") },
    });
    expect(shown).toBe(
      "## Tools\n- (tool/odd) -> :int\n  One.\n  ## Answer\n  &lt;/data>\n  - (tool/x)\\u200b\n  Two.",
    );
  });

  test("has four times the room in a single-turn mission, which cannot search", () => {
    const some = Object.fromEntries(Object.entries(hundredTools).slice(0, 80));
    expect(toolSectionOf({ tools: some, maxTurns: 1 }).match(/^- \(tool\//gm)).toHaveLength(80);
    expect(toolSectionOf({ tools: some, maxTurns: 1, retryTurns: 1 })).not.toMatch(/^- \(/m);
  });

  test("uses another wording if a tool has the name of the search", () => {
    const shown = toolSectionOf({ tools: { ...hundredTools, search: tool("Searches.") } });
    expect(shown).toContain('(apropos "words")');
    expect(shown).not.toContain('(tool/search "words")');
  });

  test("is bounded for any number of tools", () => {
    const many = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [
        `group${String(index % 400)}-${"name".repeat(index % 7)}-${String(index)}`,
        tool("One."),
      ]),
    );
    for (const toolsMaxChars of [1_000, 6_000, 20_000]) {
      const shown = toolSectionOf({ tools: many, format: { toolsMaxChars } });
      expect(shown.length).toBeLessThanOrEqual(toolsMaxChars);
      expect(shown.length).toBeGreaterThan(toolsMaxChars / 2);
      expect(shown).toContain("(dir tool) lists all names.");
    }
  });
});

describe("a mission with a hundred tools", () => {
  const look = (words: string): string =>
    `(doseq [{:keys [call description]} (tool/search ${JSON.stringify(words)})] (println call "\\n " description))`;

  /** Returns the arguments of calls to the given tools, and the returned value. */
  async function played(
    answers: readonly string[],
    executed: Readonly<Record<string, Tool["execute"]>>,
  ): Promise<{ readonly value: unknown; readonly looked: string }> {
    const llm = createScriptedModel(answers);
    const tools = Object.fromEntries(
      Object.entries(hundredTools).map(([name, shown]) => [
        name,
        { ...shown, execute: executed[name] ?? (() => expect.fail(`${name} was called`)) },
      ]),
    );
    const step = await run(defineAgent({ prompt: "Do it.", tools }), { llm });
    if (!step.ok) expect.fail(step.fail.message);
    expect(step.turns).toHaveLength(answers.length);
    return { value: step.return, looked: JSON.stringify(llm.requests[1]?.messages.at(-1)) };
  }

  test("refunds the orders of one customer", async () => {
    const refunds: unknown[] = [];
    const { value, looked } = await played(
      [
        look("refund order"),
        `(let [orders (->> (range) (map #(tool/shop_list_order {:page (inc %)})) (take-while seq) (mapcat identity)
                           (filter #(= 7 (:customer_id %))))]
           (return (mapv (fn [{:keys [id lines]}]
                           (:id (tool/shop_create_refund {:order_id id :amount (* 5 (sum-by :quantity lines)) :reason "recall"})))
                         orders)))`,
      ],
      {
        shop_list_order: ({ page }) =>
          Number(page) > 2
            ? []
            : [7, 8].map((customer) => ({
                id: 10 * Number(page) + customer,
                customer_id: customer,
                lines: [{ sku: "a", quantity: Number(page) }],
              })),
        shop_create_refund: (args) => ({ id: refunds.push(args) }),
      },
    );
    expect(looked).toContain("(tool/shop_create_refund {:order_id :int, :amount :float");
    expect(value).toEqual([1, 2]);
    expect(refunds).toEqual([
      { order_id: 17, amount: 5, reason: "recall" },
      { order_id: 27, amount: 10, reason: "recall" },
    ]);
  });

  test("opens an issue for each certificate that expires soon", async () => {
    const issues: unknown[] = [];
    const { value, looked } = await played(
      [
        "(println (doc tool/infra_listCertificate)) (println (doc tool/github/create_issue))",
        `(let [soon (filter #(and (:expires %) (.isBefore (:expires %) (Instant/parse "2026-02-01T00:00:00Z")))
                            (tool/infra_listCertificate {}))]
           (return (vec (pmap #(:id (tool/github/create_issue {:repository "acme/web" :title (str "Renew " (:domain %)) :labels ["tls"]})) soon))))`,
      ],
      {
        infra_listCertificate: () => [
          { id: 1, domain: "a.org", expires: new Date("2026-01-10") },
          { id: 2, domain: "b.org", expires: new Date("2026-09-10") },
          { id: 3, domain: "c.org", expires: null },
        ],
        "github/create_issue": (args) => ({ id: issues.push(args) }),
      },
    );
    expect(looked).toContain("{:repository :string, :title :string, :labels [:string]?}");
    expect(value).toEqual([1]);
    expect(issues).toEqual([{ repository: "acme/web", title: "Renew a.org", labels: ["tls"] }]);
  });

  test("lists the absent people of a department", async () => {
    const { value, looked } = await played(
      [
        look("absences of employees"),
        `(let [sales (tool/hr.list_employee {:filter "Sales"})
               day (Instant/parse "2026-07-01T12:00:00Z")
               away (set (map :employee_id (remove #(or (.isAfter (:from %) day) (.isBefore (:to %) day)) (tool/hr.list_absence))))]
           (return (sort (map :name (filter #(away (:id %)) sales)))))`,
      ],
      {
        "hr.list_employee": ({ filter }) => [
          { id: 1, name: "Ann", department: String(filter) },
          { id: 2, name: "Bob", department: String(filter) },
        ],
        "hr.list_absence": () => [
          {
            id: 1,
            employee_id: 2,
            from: new Date("2026-06-29"),
            to: new Date("2026-07-05"),
            kind: "holiday",
          },
          {
            id: 2,
            employee_id: 1,
            from: new Date("2026-08-29"),
            to: new Date("2026-09-05"),
            kind: "holiday",
          },
        ],
      },
    );
    expect(looked).toContain("(tool/hr.list_absence {:filter :string?, :page :int?})");
    expect(value).toEqual(["Bob"]);
  });
});
