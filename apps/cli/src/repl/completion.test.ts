import { languageNames } from "@ptc/lisp";
import { expect, test } from "vitest";
import { Completion } from "./completion.ts";

const completion = new Completion({
  context: {
    rows: [
      { "customer-name": "a", customer_id: 1, nested: { deep: true }, "\u001b[2J": 1, "a b": 2 },
    ],
    limits: { most: 3 },
  },
  toolNames: ["find", "forget"],
  definitions: () => ["paid", "*e", "päid"],
});
await languageNames();
const completed = (typed: string) => completion.complete(typed);

test("completes names of the language", () => {
  expect(completed("(sum")).toEqual([["sum", "sum-by"], "sum"]);
  expect(completed("(when-l")).toEqual([["when-let"], "when-l"]);
  expect(completed("(clojure.string/up")[0]).toEqual(["clojure.string/upper-case"]);
});

test("completes definitions, tools and data of the session", () => {
  expect(completed("(count pai")).toEqual([["paid"], "pai"]);
  expect(completed("(tool/f")).toEqual([["tool/find", "tool/forget"], "tool/f"]);
  expect(completed("data/")).toEqual([["data/limits", "data/rows"], "data/"]);
  expect(completed("*")[0]).toEqual(expect.arrayContaining(["*1", "*2", "*3", "*e"]));
});

test("completes an empty word with the session's own names only", () => {
  expect(completed("(f ")).toEqual([
    ["data/limits", "data/rows", "paid", "päid", "tool/find", "tool/forget"],
    "",
  ]);
});

test("completes keywords of the rows that are valid syntax", () => {
  expect(completed("(map :")).toEqual([
    [":customer-name", ":customer_id", ":deep", ":most", ":nested"],
    ":",
  ]);
});

test("completes nothing inside strings and comments", () => {
  expect(completed('(str "sum')).toEqual([[], ""]);
  expect(completed("; sum")).toEqual([[], ""]);
});

test("only samples large data for completions", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`field-${String(index)}`, index]),
  );
  const large = new Completion({
    context: { rows: Array.from({ length: 100_000 }, () => wide) },
    toolNames: [],
    definitions: () => [],
  });
  expect(large.complete(":field-")[0]).toHaveLength(200);
});
