// `print-table`: prints rows as a table in the layout of `clojure.pprint`. Each column is as wide
// as its widest cell, and cells are right-aligned. One call is one print.

import { MapValue, type FieldFirewall, type Value } from "@ptc/core/values";
import { hiddenValue, hidesKey } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { lookup } from "../../sequence/lookup.ts";
import { joinTexts, textOf } from "./printed-text.ts";
import { chargeText } from "./text-cost.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/**
 * `(print-table rows)` uses the columns of the first row, `(print-table keys rows)` the given
 * ones.
 */
export function printTable(branch: Branch, given: Value | undefined, collection: Value): null {
  const rows = elementsCharged(branch, collection);
  const [first] = rows;
  if (first === undefined) return null;
  const keys = given === undefined ? keysOf(first) : elementsCharged(branch, given);
  branch.spend(rows.length * keys.length);
  branch.charge(rows.length * (64 + keys.length * 8));
  const { hideFirewalled } = branch.evaluation;
  const columns = keys.map((key) => [
    textOf(branch, key, "print-table"),
    ...rows.map((row) => textOf(branch, cell(branch, row, key, hideFirewalled), "print-table")),
  ]);
  branch.print(tableText(branch, columns, rows.length));
  return null;
}

function elementsCharged(branch: Branch, collection: Value): Value[] {
  const elements = elementsOf(branch, collection, "print-table");
  branch.charge(bytesOfVector + elements.count * 8);
  branch.spend(elements.count >>> 3);
  return elements.toArray();
}

function keysOf(row: Value): Value[] {
  if (row === null) return [];
  if (!(row instanceof MapValue))
    throw wrongType(
      "print-table",
      "rows that are maps",
      row,
      "write (print-table [{:a 1} {:a 2}])",
    );
  const keys: Value[] = [];
  row.forEach((key) => keys.push(key));
  return keys;
}

function cell(branch: Branch, row: Value, key: Value, firewall: FieldFirewall | false): Value {
  const value = lookup(branch, row, key) ?? null;
  if (firewall === false || !hidesKey(firewall, key)) return value;
  firewall.note(value);
  return hiddenValue;
}

/** The first text of each column is its name. */
function tableText(branch: Branch, columns: readonly string[][], rowCount: number): string {
  const widths = columns.map((texts) =>
    texts.reduce((width, { length }) => Math.max(width, length), 0),
  );
  const width = widths.reduce((sum, cellWidth) => sum + cellWidth + 3, 2);
  // Charge first, because a column is as wide as its widest cell.
  chargeText(branch, (rowCount + 2) * width);
  const line = (index: number): string =>
    `| ${columns.map((texts, column) => (texts[index] ?? "").padStart(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|-${widths.map((cellWidth) => "-".repeat(cellWidth)).join("-+-")}-|`;
  const lines = Array.from({ length: rowCount }, (_, index) => line(index + 1));
  return joinTexts(branch, ["", line(0), rule, ...lines], "\n");
}
