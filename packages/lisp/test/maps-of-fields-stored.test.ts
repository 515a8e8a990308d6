import { afterAll, expect, test } from "vitest";
import { decodeMemory, run, type LispStep, type Memory } from "../src/index.ts";
import { createPool } from "../src/node/index.ts";
import { printed } from "./evaluate.ts";
import { keepsCompiled } from "./node/pools.ts";

const context = { row: { a: 1, due_date: "x" } };
const tools = { row: () => ({ a: 1, due_date: "x", in: { b: 2 } }) };

const definitions = `
  (def row data/row)
  (def merged (merge {:a 0} data/row))
  (def program {"a" 1})
  (def entry (first data/row))
  (def names (keys data/row))
  (def name-set (set names))
  (def sorted-names (into (sorted-set) names))
  (def sorted-map-of-both (into (sorted-map) merged))
  (def sorted-names-of-both (into (sorted-set) (keys (assoc data/row :b 2))))
  (def pairs (mapv (fn [[k v]] [k v]) data/row))
  (def firsts (take 1 data/row))
  (def groups (group-by (comp number? val) data/row))
  (def made (tool/row))`;

/** What a later program finds in that memory by keyword. */
const reading = `
  [(:due-date row) (:a merged) (get merged "a") (:a program)
   (:a (conj {} entry))
   (:a (zipmap names [1 2]))
   (:a (into {} (for [k name-set] [k 1])))
   (:a (into {} (for [k sorted-names] [k 1])))
   (:a (into {} pairs))
   (:a (into {} firsts))
   (:a (into {} (get groups true)))
   (get-in made [:in :b])
   (keys (assoc sorted-map-of-both :b 2))
   (seq (conj sorted-names-of-both :c))]`;
const found = '["x" 1 1 nil 1 1 1 1 1 1 1 2 (:a :b "due_date") ("a" :b :c "due_date")]';

async function readingIn(memory: Memory): Promise<string> {
  return printed(reading, { memory });
}

async function defined(): Promise<LispStep> {
  return run(definitions, { context, tools });
}

test("memory keeps maps of fields, and rows that are built again from stored parts", async () => {
  expect(await readingIn((await defined()).memory)).toBe(found);
});

test("memory as JSON keeps maps of fields, and rows that are built again from stored parts", async () => {
  const json: unknown = JSON.parse(JSON.stringify((await defined()).memory));
  expect(await readingIn(await decodeMemory(json))).toBe(found);
});

test("a task has the same kind of map on its first run and when it is read", async () => {
  const program = `
    [(get-in (task "made" (tool/row)) [:in :b])
     (:a (task "program" {"a" 1}))
     (:a (task "merged" (merge {:a 0} data/row)))
     (:a (zipmap (task "names" (keys data/row)) [1 2]))]`;
  const first = await run(program, { context, tools, journal: {} });
  expect(first).toMatchObject({ ok: true, return: [2, null, 1, 1] });
  const journal = JSON.parse(JSON.stringify(first.journal)) as Record<string, unknown>;
  const again = await run(program, { context, tools, journal });
  expect(again).toMatchObject({ ok: true, return: [2, null, 1, 1], toolCalls: [] });
});

test("an entry that the application wrote to the journal is a map of fields", async () => {
  expect(
    await printed('(:due-date (task "decision" nil))', {
      journal: { decision: { due_date: "x" } },
    }),
  ).toBe('"x"');
});

const pool = createPool({ size: 1, execArgv: keepsCompiled });
afterAll(() => pool.close());

test("a process of the pool has the same kinds of maps", async () => {
  const step = await pool.run(definitions, { context, tools });
  const read = await pool.run(reading, { memory: step.memory });
  expect(read).toMatchObject({
    ok: true,
    return: [
      ...["x", 1, 1, null, 1, 1, 1, 1, 1, 1, 1, 2],
      ["a", "b", "due_date"],
      ["a", "b", "c", "due_date"],
    ],
  });
  expect(await readingIn(step.memory)).toBe(found);
});
