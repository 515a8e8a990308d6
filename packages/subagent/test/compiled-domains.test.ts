// The texts that a compiled program compares with: new ones in later data are drift.
import { describe, expect, test } from "vitest";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent } from "../src/index.ts";
import { compileAgent, compiledAgentFromJson, type CompiledAgent } from "../src/compiled/index.ts";

type Row = Readonly<Record<string, unknown>>;

const agent = defineAgent({ prompt: "Count them.", signature: "(rows [:map]) -> :any" });
const texts = (...statuses: readonly unknown[]): readonly Row[] =>
  statuses.map((status, index) => ({ status, id: `R-${String(index)}`, total: index }));

async function compiled(program: string, rows: readonly Row[]): Promise<CompiledAgent> {
  const llm = createScriptedModel([program]);
  const result = await compileAgent(agent, { llm, samples: [{ context: { rows } }] });
  if (!result.ok) throw new Error(result.fail.message);
  return result.compiled;
}

/** Returns the difference, or "none". */
async function drift(
  program: string,
  samples: readonly Row[],
  rows: readonly Row[],
): Promise<string> {
  const step = await (await compiled(program, samples)).run({ context: { rows } });
  if (step.ok) return "none";
  return step.fail.reason === "data_drift" ? step.fail.message : step.fail.reason;
}

const counting = (test: string): string => `(return (count (filter ${test} data/rows)))`;
const open = counting('#(= "open" (:status %))');
const samples = texts("open", "paid", "closed");

describe("a text that the samples of a compiled program didn't have", () => {
  test.each(["OPEN", "reopened", "refunded", "open ", ""])(
    "is drift in a field that the program compares with a text: %j",
    async (status) => {
      expect(await drift(open, samples, texts("paid", status))).toBe(
        `the data doesn't match the samples the program was compiled with: data/rows[1].status is ${JSON.stringify(status)}, but the program knows only "open", "paid", "closed"`,
      );
    },
  );

  test.each([
    ["not=", counting('#(not= (:status %) "open")')],
    ["case", '(return (map #(case (:status %) "open" 1 "paid" 2 0) data/rows))'],
    ["case with lists", '(return (map #(case (:status %) ("open" "paid") 1 0) data/rows))'],
    ["contains?", counting('#(contains? #{"open" "paid"} (:status %))')],
    ["a set as a function", counting('#(#{"open"} (:status %))')],
    ["a composed set", counting('(comp #{"open"} :status)')],
    ["some", '(return (some #{"open"} (map :status data/rows)))'],
    ["a map as a function", '(return (map #({"open" 1} (:status %) 0) data/rows))'],
    ["get", '(return (map #(get {"open" 1} (:status %) 0) data/rows))'],
    ["a table", '(def points {"open" 1})\n(return (map #(points (:status %) 0) data/rows))'],
    ["cond", '(return (map (fn [r] (cond (= (:status r) "open") 1 :else 0)) data/rows))'],
    ["condp", '(return (map (fn [r] (condp = (:status r) "open" 1 0)) data/rows))'],
    ["a local name", counting('(fn [r] (let [s (:status r)] (= s "open")))')],
    ["destructuring", counting('(fn [{:keys [status]}] (= status "open"))')],
    ["threads", '(return (->> data/rows (map :status) (filter #(= % "open")) count))'],
    ["starts-with?", counting('#(str/starts-with? (:status %) "ope")')],
    ["a pattern", counting('#(re-find #"^(open|paid)$" (:status %))')],
    ["a group", '(return (count (get (group-by :status data/rows) "open")))'],
    ["a character", counting("#(= \\o (first (:status %)))")],
    ["case with characters", "(return (map #(case (first (:status %)) \\o 1 \\p 2 0) data/rows))"],
    ["a set of characters", counting("#(#{\\o \\p} (first (:status %)))")],
    ["a keyword", counting("#(= :open (keyword (:status %)))")],
    ["a string key", counting('#(= "open" (get % "status"))')],
    ["a group by keyword", "(return (count (:open (group-by (comp keyword :status) data/rows))))"],
    [
      "keys as keywords",
      "(let [k (update-keys (frequencies (map :status data/rows)) keyword)] (return (:open k)))",
    ],
    [
      "a fold with keywords",
      "(return (:open (reduce (fn [m r] (update m (keyword (:status r)) (fnil inc 0))) {} data/rows)))",
    ],
    [
      "destructured keywords",
      "(let [{:keys [open]} (group-by (comp keyword :status) data/rows)] (return (count open)))",
    ],
    [
      "destructured strings",
      "(let [{:strs [open]} (group-by :status data/rows)] (return (count open)))",
    ],
    ["case of keywords", "(return (map #(case (keyword (:status %)) (:open :new) 1 0) data/rows))"],
    [
      "a table of keywords",
      "(def t {:open 1})\n(return (map #(t (keyword (:status %))) data/rows))",
    ],
    ["a class of letters", counting('#(re-find #"^[Oo]pen.*" (:status %))')],
    ["names of keywords", counting("#(= (:status %) (name :open))")],
  ])("is drift however the program compares: %s", async (_, program) => {
    expect(await drift(program, samples, texts("reopened"))).toContain(
      'data/rows[0].status is "reopened", but the program knows only',
    );
    expect(await drift(program, samples, texts("open", "closed"))).toBe("none");
  });

  test.each([
    ["a helper", `(defn open? [s] (= "open" s))\n${counting("(comp open? :status)")}`],
    ["a parameter", `(defn is? [s t] (= s t))\n${counting('#(is? (:status %) "open")')}`],
    ["a local name", `(let [wanted "open"] ${counting("#(= wanted (:status %))")})`],
    ["a list", `(def wanted ["open"])\n${counting("(fn [r] (some #(= % (:status r)) wanted))")}`],
    ["partial", counting('(comp (partial = "open") :status)')],
    ["transducers", '(return (count (into [] (comp (map :status) (filter #{"open"})) data/rows)))'],
    ["a count", '(return (get (frequencies (map :status data/rows)) "open" 0))'],
    ["counts by name", '(let [f (frequencies (map :status data/rows))] (return (f "open")))'],
    ["groups", '(let [{open "open"} (group-by :status data/rows)] (return (count open)))'],
    ["a path", '(return (get-in (group-by :status data/rows) ["open" 0 :id]))'],
    ["selected keys", '(return (select-keys (frequencies (map :status data/rows)) ["open"]))'],
    ["sets", '(return (clojure.set/intersection (set (map :status data/rows)) #{"open"}))'],
    ["keyword groups", "(return (:open (group-by (comp keyword :status) data/rows)))"],
  ])("is drift if no sample had the compared text either: %s", async (_, program) => {
    const other = texts("paid", "closed", "paid");
    expect(await drift(program, other, texts("reopened"))).toContain('is "reopened"');
    expect(await drift(program, other, texts("open"))).toBe("none");
  });

  test.each([
    ["output keys", '(return {"late" (count data/rows) "first" (:status (first data/rows))})'],
    ["separators", '(return (str/join ", " (map :status data/rows)))'],
    ["replaced characters", '(return (map #(str/replace (:status %) "-" " ") data/rows))'],
    ["added fields", '(return (map #(assoc % "kind" "order") data/rows))'],
    ["another field", '(return (map #(if (= "R-0" (:id %)) (:status %) 0) data/rows))'],
    [
      "keywords of the program",
      "(def order :desc)\n(return (when (= order :desc) (map :status data/rows)))",
    ],
  ])("isn't drift in fields that are only read: %s", async (_, program) => {
    const rows = texts("paid", "closed", "paid");
    expect(await drift(program, rows, [{ status: "new", id: "R-0", total: 0 }])).toBe("none");
  });

  test("is drift in the result of a tool, which fails the call and the run", async () => {
    const results = [texts("open", "paid", "paid"), texts("paid", "reopened")];
    const rows = { execute: () => results.shift(), description: "Lists the rows." };
    const withTool = defineAgent({ prompt: "Count.", signature: "() -> :int", tools: { rows } });
    const program =
      '(return (try (count (filter #(= "open" (:status %)) (tool/rows))) (catch Exception e 0)))';
    const result = await compileAgent(withTool, {
      llm: createScriptedModel([program]),
      samples: [{ context: {}, expected: 1 }],
    });
    if (!result.ok) throw new Error(result.fail.message);
    const read = compiledAgentFromJson(withTool, JSON.parse(JSON.stringify(result.compiled)));
    if (!read.ok) throw new Error(read.message);
    const step = await read.compiled.run({});
    expect(step.ok || step.fail).toMatchObject({
      reason: "data_drift",
      message: `the data doesn't match the samples the program was compiled with: the result of tool/rows at [1].status is "reopened", but the program knows only "open", "paid"`,
    });
    results.push(texts("reopened", "open"), texts("paid"));
    expect(await read.compiled.run({ onDrift: "warn" })).toMatchObject({
      ok: true,
      return: 1,
      warnings: [expect.stringContaining('at [0].status is "reopened"')],
    });
    expect(await read.compiled.run({})).toMatchObject({ ok: true, return: 0 });
  });

  test("is drift in lists of texts, nested fields and fields of the context", async () => {
    const rows = [{ tags: ["late", "paid"] }, { tags: ["paid"] }];
    const program = counting('#(some #{"late"} (:tags %))');
    expect(await drift(program, rows, [{ tags: ["paid", "Late"] }])).toContain(
      'data/rows[0].tags[1] is "Late", but the program knows only "late", "paid"',
    );
    const nested = counting('#(= "DE" (get-in % [:to :country]))');
    const places = [{ to: { country: "DE" } }, { to: { country: "AT" } }];
    expect(await drift(nested, places, [{ to: { country: "de" } }])).toContain(
      'data/rows[0].to.country is "de", but the program knows only "DE", "AT"',
    );
  });

  test("isn't drift if the program ignores the difference", async () => {
    const lower = counting('#(= "open" (str/lower-case (str/trim (:status %))))');
    expect(await drift(lower, samples, texts("OPEN ", "Paid"))).toBe("none");
    expect(await drift(lower, samples, texts("reopened"))).toContain('is "reopened"');
    const defined = `(defn clean [s] (str/lower-case s))\n${counting('#(= "open" (clean (:status %)))')}`;
    expect(await drift(defined, samples, texts("OPEN"))).toBe("none");
    expect(await drift(defined, samples, texts("open "))).toContain('is "open "');
  });

  test("isn't drift if the program has a case for it", async () => {
    const program = '(return (map #(case (:status %) "open" 1 "refunded" 2 0) data/rows))';
    expect(await drift(program, samples, texts("refunded"))).toBe("none");
  });

  test("isn't drift in fields that are only read, or that have many texts", async () => {
    const read = '(return (map (fn [r] [(:status r) (get r "id")]) data/rows))';
    expect(await drift(read, samples, texts("new"))).toBe("none");
    const compares = counting('#(and (= "open" (:status %)) (not= "R-1" (:id %)))');
    expect(await drift(compares, samples, [{ status: "open", id: "X-99", total: 1 }])).toBe("none");
    const names = ["Acme", "Bolt", "Cog"].map((customer) => ({ customer }));
    const acme = counting('#(= "Acme" (:customer %))');
    expect(await drift(acme, names, [{ customer: "Dyne" }])).toBe("none");
  });

  test("is drift in fields with many texts if it is similar to a compared one", async () => {
    const names = Array.from({ length: 200 }, (_, index) => ({
      customer: `Firm ${String(index)}`,
    }));
    const program = counting('#(= "Acme" (:customer %))');
    const known = [...names, { customer: "Acme" }, { customer: "Acme West" }];
    expect(await drift(program, known, [{ customer: "ACME" }])).toContain(
      'data/rows[0].customer is "ACME", but the program compares it with "Acme", "Acme West"',
    );
    expect(await drift(program, known, [{ customer: "Acme West" }, { customer: "Zeta" }])).toBe(
      "none",
    );
  });
});

describe("a new text in a firewalled field", () => {
  test("is drift, and the message shows neither it nor the known ones", async () => {
    const program = counting('#(= "s3cr3t" (:_pin %))');
    const message = await drift(program, [{ _pin: "s3cr3t" }], [{ _pin: "s3cr4t" }]);
    expect(message).toContain("data/rows[0]._pin is a firewalled text that the program");
    expect(message).not.toMatch(/s3cr/);
  });
});

describe("the stored texts of a compiled program", () => {
  test("survive JSON, with the differences that the program ignores", async () => {
    const lower = counting('#(= "open" (str/lower-case (:status %)))');
    const before = await compiled(lower, samples);
    expect(before.data).toMatchObject({
      fields: [
        [
          "rows",
          {
            items: {
              fields: [["status", { texts: ["open", "paid", "closed"], ignores: ["case"] }, true]],
            },
          },
          true,
        ],
      ],
    });
    const read = compiledAgentFromJson(agent, JSON.parse(JSON.stringify(before)));
    if (!read.ok) throw new Error(read.message);
    const step = await read.compiled.run({ context: { rows: texts("reopened") } });
    expect(step).toMatchObject({ ok: false, fail: { reason: "data_drift" } });
  });

  test("are few, whatever the samples and the program are", async () => {
    const many = Array.from({ length: 300 }, (_, index) => `s${String(index)}`);
    const program = `(return (count (filter #(#{${many.map((text) => `"${text}"`).join(" ")}} (:status %)) data/rows)))`;
    const { data } = await compiled(program, texts(...many));
    expect(JSON.stringify(data).length).toBeLessThan(2_000);
  });

  test("hold no texts of fields that the program doesn't compare", async () => {
    const { data } = await compiled("(return (map :status data/rows))", samples);
    expect(JSON.stringify(data)).not.toContain("paid");
  });
});
