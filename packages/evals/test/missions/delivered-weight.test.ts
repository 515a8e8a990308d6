// Tests that the check of delivered-weight accepts the correct answer from the CSV text, and
// refuses careless ones.

import { deliveredWeight, makeExports } from "../../src/suites/missions/shapes/delivered-weight.ts";
import { testCheck } from "./test-check.ts";

type Exports = ReturnType<typeof makeExports>["exports"];

type Mistake =
  | "splits lines and separators without heeding quotes"
  | "counts what was not weighed"
  | "counts corrected rows too"
  | "takes a large T for kilograms"
  | "counts every row but one marked cancelled in lower case"
  | "reads decimal commas as thousands";

/** Returns the fields of CSV text, read character by character. */
function fieldsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let field = "";
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '"') {
      if (isQuoted && text.charAt(index + 1) === '"') {
        field += '"';
        index++;
      } else isQuoted = !isQuoted;
    } else if (!isQuoted && (character === separator || character === "\n")) {
      rows.at(-1)?.push(field);
      field = "";
      if (character === "\n") rows.push([]);
    } else field += character;
  }
  rows.at(-1)?.push(field);
  return rows;
}

function weightOf(text: string, isGerman: boolean): number | undefined {
  const plain = isGerman ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

function read(exports: Exports, mistake?: Mistake): unknown {
  const rows = [...exports.values()].flatMap((text) => {
    const separator = text.startsWith("Note No;") ? ";" : ",";
    const isGerman = separator === ";" && mistake !== "reads decimal commas as thousands";
    const fields =
      mistake === "splits lines and separators without heeding quotes"
        ? text.split("\n").map((line) => line.split(separator))
        : fieldsOf(text, separator);
    return fields.slice(1).map((row) => ({ row, isGerman }));
  });
  const last = new Map(rows.map((row) => [row.row[0], row]));
  const counted = mistake === "counts corrected rows too" ? rows : [...last.values()];
  const totals = new Map<string, { kg: number; deliveries: number }>();
  for (const { row, isGerman } of counted) {
    const [, material = "", weight = "", unit = "", status = ""] = row;
    const isCancelled =
      mistake === "counts every row but one marked cancelled in lower case"
        ? status === "cancelled"
        : status.toLowerCase() === "cancelled";
    const given = weightOf(weight, isGerman);
    if (isCancelled || (given === undefined && mistake !== "counts what was not weighed")) continue;
    const name = mistake === "takes a large T for kilograms" ? unit : unit.toLowerCase();
    const total = totals.get(material.toLowerCase()) ?? { kg: 0, deliveries: 0 };
    total.kg += (given ?? 0) * (name === "t" ? 1000 : 1);
    total.deliveries++;
    totals.set(material.toLowerCase(), total);
  }
  return [...totals]
    .map(([material, total]) => ({ material, ...total }))
    .sort((left, right) => (left.material < right.material ? -1 : 1));
}

testCheck(deliveredWeight, (random) => makeExports(random).exports, read, [
  "splits lines and separators without heeding quotes",
  "counts what was not weighed",
  "counts corrected rows too",
  "takes a large T for kilograms",
  "counts every row but one marked cancelled in lower case",
  "reads decimal commas as thousands",
]);
