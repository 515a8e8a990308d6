// Tests that programs with host data mean the same here and in the oracles.
import { expect, test } from "vitest";
import { printedAgree } from "../compare-printed.ts";
import { comparisonOf, spelledFor } from "./explain.ts";
import { readForm } from "./form.ts";
import { hasBothSpellings, hostDataComparison, readsHostData } from "./host-data.ts";
import { allRows, rowsOf } from "./rows/all-rows.ts";
import { fieldRows } from "./rows/fields.ts";

test("gives the oracles the host rows with keyword keys and one spelling of each field", () => {
  const form = readForm("(get data/row :ship-date 1)");
  expect(readsHostData(form)).toBe(true);
  expect(spelledFor("clojure", form)).toMatch(
    /^\(let \[data-row \{:id 1 :sku "sku_1" .*:ship_date "2026-01-01".*\] \(get data-row :ship_date 1\)\)$/,
  );
});

test("leaves a program without host data alone, and compares its keys exactly", () => {
  const form = readForm('(get {:ship-date 1} "data/row")');
  expect(spelledFor("clojure", form)).toBe('(get {:ship-date 1} "data/row")');
  expect(comparisonOf(form)).toEqual({});
});

test("compares the keys of rows by field, and other names exactly", () => {
  const agree = (ours: string, theirs: string): boolean =>
    printedAgree(ours, theirs, hostDataComparison);
  expect(agree('{"ship_date" "a"}', '{:ship_date "a"}')).toBe(true);
  expect(agree('{:ship-date "a"}', '{:ship_date "a"}')).toBe(true);
  expect(agree('{"ship_date" "sku-1"}', '{:ship_date "sku_1"}')).toBe(false);
  expect(agree('{"qty" 1, :qty 1}', "{:qty 1}")).toBe(false);
});

test("asks about maps of a program with both spellings of a field, and rows that never agree", () => {
  const form = readForm("(:ship_date (merge (:none data/row) {:ship-date 1}))");
  expect(hasBothSpellings(form)).toBe(true);
  expect(hasBothSpellings(readForm("[data/row :ship_date]"))).toBe(false);
  expect(hasBothSpellings(readForm("{:ship_date 1, :ship-date 2}"))).toBe(false);
  const spelled = spelledFor("clojure", form, "both");
  expect(spelled).toMatch(/:ship_date "field of a row" :ship-date "field of a row"/);
  expect(spelled).toContain("(:ship_date (merge (:none data-row) {:ship-date 1}))");
});

test("a value that a pattern binds is never a primitive number of the JVM", () => {
  const form = readForm("(let [x 1 {a :a} 1.5] (for [[b] [1]] b))");
  expect(spelledFor("clojure", form)).toBe(
    "(let [x 1 {a :a} (clojure.core/identity 1.5)] (for [[b] [1]] b))",
  );
  expect(spelledFor("clojure", form, "one", true)).toBe(
    "(let [x 1 {a :a} (ptc-bound 1.5)] (for [[b] (clojure.core/map ptc-bound [1])] b))",
  );
  expect(spelledFor("clojure", readForm("(fn [[a] b & [c]] (recur a b c))"), "one", true)).toBe(
    "(fn [ptc-parameter-0 b & [c]] (let [[a] (ptc-bound ptc-parameter-0)] (recur a b c)))",
  );
  expect(spelledFor("nbb", form)).toBe("(let [x 1 {a :a} 1.5] (for [[b] [1]] b))");
});

test("selects the outermost forms by the names of their tables", () => {
  expect(rowsOf(["fields"])).toEqual(fieldRows);
  expect(rowsOf([])).toBe(allRows);
  expect(() => rowsOf(["rows"])).toThrow("unknown table rows; there are control, functions");
});
