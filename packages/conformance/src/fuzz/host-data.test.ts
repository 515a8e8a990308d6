// Tests that programs with host data mean the same here and in the oracles.
import { expect, test } from "vitest";
import { printedAgree } from "../compare-printed.ts";
import { comparisonOf, spelledFor } from "./explain.ts";
import { readForm } from "./form.ts";
import { hostDataComparison, readsHostData } from "./host-data.ts";
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

test("selects the outermost forms by the names of their tables", () => {
  expect(rowsOf(["fields"])).toEqual(fieldRows);
  expect(rowsOf([])).toBe(allRows);
  expect(() => rowsOf(["rows"])).toThrow("unknown table rows; there are control, functions");
});
