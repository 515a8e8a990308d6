// Converts comma-separated text to rows and back. `csv/read-rows` takes column names from the first
// line. `csv/read-csv` and `csv/write-csv` have no column names, like clojure.data.csv.

import { shortened } from "@ptc/core/internal/printing";
import { Keyword, MapValue, Vector, type Value } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { isCharacter } from "../../sequence/text-positions.ts";
import { row, type BuiltinRow } from "../row.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { joinTexts, textOf } from "../text/printed-text.ts";
import { TextBuilder } from "../text/text-builder.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { spendText } from "../text/text-cost.ts";
import { CsvReader, readTable, type CsvRow } from "./csv-reader.ts";

interface CsvOptions {
  readonly separator: string;
  readonly hasKeywords: boolean;
}

const optionForm = '(csv/read-rows s {:keywords true, :separator ";"})';

/** Reads the options: `true` for keyword keys, or a map of options. */
function optionsOf(value: Value, operation: string): CsvOptions {
  if (value === null || typeof value === "boolean")
    return { separator: ",", hasKeywords: value === true };
  if (!(value instanceof MapValue))
    throw wrongType(operation, "true or a map of options", value, `write ${optionForm}`);
  let [separator, hasKeywords] = [",", false];
  value.forEach((key: Value, option: Value) => {
    const name = key instanceof Keyword ? key.text : "";
    if (name === "separator") separator = separatorOf(option, operation);
    else if (name === "keywords") hasKeywords = option !== null && option !== false;
    else
      throw wrongArgument(
        operation,
        "the options are :keywords and :separator",
        `write ${optionForm}`,
      );
  });
  return { separator, hasKeywords };
}

function separatorOf(value: Value, operation: string): string {
  const text = stringArgument(value, operation, "a character as :separator");
  if (isCharacter(text) && !/["\r\n]/.test(text)) return text;
  throw wrongArgument(
    operation,
    "a separator is one character, not a quote or line break",
    'write {:separator ";"} or {:separator "\\t"}',
  );
}

function readerOf(branch: Branch, operation: string, text: Value, separator: string): CsvReader {
  const source = stringArgument(text, operation);
  spendText(branch, source.length);
  return new CsvReader(branch, operation, source, separator);
}

function readRows(branch: Branch, text: Value, options: Value): Result {
  const operation = "csv/read-rows";
  const { separator, hasKeywords } = optionsOf(options, operation);
  const reader = readerOf(branch, operation, text, separator);
  const header = reader.next();
  if (header === undefined) return Vector.of<Value>([]);
  const names = columnNames(reader, header);
  const keys = names.map((name) => (hasKeywords ? new Keyword(name) : name));
  const rows: Value[] = [];
  const take = (line: CsvRow): void => {
    // Skip an empty line, unless there is only one column and the line may be its field.
    if (line.fields.length === 1 && line.fields[0] === "" && keys.length > 1) return;
    rows.push(rowMap(branch, reader, keys, line, () => lengthHint(names, separator)));
  };
  return after(reader.each(take), () => Vector.of<Value>(rows));
}

/** The shown length of a name. A longer part of a text could be a piece of a firewalled value. */
const longestShown = 7;

function columnNames(reader: CsvReader, { fields, line }: CsvRow): readonly string[] {
  const columns = new Map<string, number>();
  for (const [index, name] of fields.entries()) {
    const earlier = columns.get(name);
    if (earlier !== undefined)
      throw reader.mistake(
        line,
        1,
        `columns ${String(earlier)} and ${String(index + 1)} are both named ${JSON.stringify(shortened(name, longestShown))}`,
        "read vectors of fields with csv/read-csv",
      );
    columns.set(name, index + 1);
  }
  return fields;
}

/** Returns the hint for a row that is longer or shorter than the first line. */
function lengthHint([name = "", ...others]: readonly string[], separator: string): string {
  const probable = [",", ";", "\t", "|"].find(
    (character) => character !== separator && name.includes(character),
  );
  return others.length === 0 && probable !== undefined
    ? `the first line has ${JSON.stringify(probable)}: (csv/read-rows s {:keywords true, :separator ${JSON.stringify(probable)}})`
    : "quote fields that contain the separator, or read rows of any length with csv/read-csv";
}

const bytesOfEntry = 64;

function rowMap(
  branch: Branch,
  reader: CsvReader,
  keys: readonly Value[],
  { fields, line }: CsvRow,
  hint: () => string,
): Value {
  if (fields.length !== keys.length)
    throw reader.mistake(
      line,
      1,
      `the row has ${String(fields.length)} fields, the first line has ${String(keys.length)}`,
      hint(),
    );
  branch.charge(bytesOfEntry * keys.length);
  branch.spend(keys.length);
  const builder = new MapBuilder();
  for (const [index, key] of keys.entries()) builder.set(key, fields[index] ?? "");
  return builder.build(true);
}

/**
 * Writes a field, quoted if it contains a separator, quote or line break, or has white space at
 * its ends.
 */
function written(text: string, separator: string): string {
  const needsQuotes = text.includes(separator) || /["\r\n]/.test(text) || /^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

function fieldText(branch: Branch, value: Value, operation: string): string {
  if (value instanceof Vector || value instanceof MapValue)
    throw wrongType(
      operation,
      "a text or number in a field",
      value,
      "flatten the row first, or write it as JSON with json/generate-string",
    );
  const text = value instanceof Keyword ? value.text : textOf(branch, value, operation);
  spendText(branch, text.length * 2);
  return text;
}

/** Returns the elements as an array and charges for it first. */
function chargedElements(branch: Branch, value: Value, operation: string): Value[] {
  const elements = elementsOf(branch, value, operation);
  branch.charge(bytesOfEntry + 8 * elements.count);
  branch.spend(1 + elements.count);
  return elements.toArray();
}

/** Returns the given columns, or the keys of the first row. */
function columnsOf(branch: Branch, rows: Vector<Value>, given: Value, operation: string): Value[] {
  if (given !== null) return chargedElements(branch, given, operation);
  const first = rows.count === 0 ? undefined : rows.at(0);
  return first instanceof MapValue ? [...first.keys()] : [];
}

function writeRows(branch: Branch, collection: Value, columns: Value): Result {
  const operation = "csv/write-rows";
  const rows = elementsOf(branch, collection, operation);
  const keys = columnsOf(branch, rows, columns, operation);
  return writeLines(branch, keys.length > 0 ? [keys] : [], rows, operation, (item) => {
    branch.charge(bytesOfEntry + 8 * keys.length);
    branch.spend(keys.length);
    if (item instanceof MapValue) {
      const read = item.byEquality(branch);
      if (keys.length === 0) throw noColumns(operation);
      return keys.map((key) => read.find(key, branch) ?? null);
    }
    if (keys.length > 0 && columns === null)
      throw wrongType(
        operation,
        "a map, like the first row",
        item,
        "pass all rows as maps, or all as vectors",
      );
    return chargedElements(branch, item, operation);
  });
}

function noColumns(operation: string): ReturnType<typeof wrongArgument> {
  return wrongArgument(
    operation,
    "the first row has no keys",
    "name the columns: (csv/write-rows rows [:a :b])",
  );
}

function writeTable(branch: Branch, table: Value): Result {
  const operation = "csv/write-csv";
  const rows = elementsOf(branch, table, operation);
  return writeLines(branch, [], rows, operation, (item) => {
    if (!(item instanceof Vector) && typeof item !== "object")
      throw wrongType(operation, "a row of fields", item, "for maps use (csv/write-rows rows)");
    if (item instanceof MapValue)
      throw wrongType(operation, "a row of fields", item, "for maps use (csv/write-rows rows)");
    return chargedElements(branch, item, operation);
  });
}

/** Writes `first`, and then a line for each of the rows. */
function writeLines(
  branch: Branch,
  first: readonly Value[][],
  rows: Vector<Value>,
  operation: string,
  fieldsOf: (row: Value) => Value[],
): Result {
  const text = new TextBuilder(branch);
  for (const line of first) writeLine(branch, line, operation, text);
  return eachElement(branch, rows, {
    compute(item) {
      writeLine(branch, fieldsOf(item), operation, text);
      return null;
    },
    take: () => true,
    finish: () => text.finish(),
  });
}

function writeLine(
  branch: Branch,
  line: readonly Value[],
  operation: string,
  into: TextBuilder,
): void {
  const fields: string[] = [];
  for (const value of line) {
    if (--branch.ticks < 0) branch.refill();
    branch.charge(bytesOfEntry);
    const text = fieldText(branch, value, operation);
    branch.charge(4 * text.length);
    fields.push(written(text, ","));
  }
  // Quote a row's only field if it is empty, because readers skip an empty line.
  const isBlank = fields.length === 1 && fields[0] === "";
  into.add(isBlank ? '""' : joinTexts(branch, fields, ","));
  into.add("\n");
}

export const csvRows: readonly BuiltinRow[] = [
  row("csv/read-rows", ["(csv/read-rows s)", "(csv/read-rows s true)", optionForm], {
    doc: "Reads CSV text as maps with keys from the first line; keyword keys with true.",
    example: ['(csv/read-rows "id,name\\n1,\\"Ada, L.\\"" true)', '[{:id "1", :name "Ada, L."}]'],
    clojure: false,
    arities: {
      1: (branch, text) => readRows(branch, text, null),
      2: readRows,
    },
  }),
  row(["csv/read-csv", "clojure.data.csv/read-csv"], "(csv/read-csv s)", {
    doc: "Reads CSV text as vectors of texts.",
    example: ['(csv/read-csv "a,b\\n1,\\"x \\"\\"y\\"\\"\\"")', '(["a" "b"] ["1" "x \\"y\\""])'],
    yieldsSequence: true,
    arities: {
      1: (branch, text) => readTable(readerOf(branch, "csv/read-csv", text, ",")),
    },
  }),
  row("csv/write-rows", ["(csv/write-rows rows)", "(csv/write-rows rows columns)"], {
    doc: "Writes rows as CSV text: maps below a line of column names, or vectors of fields.",
    example: ['(csv/write-rows [{:id 1 :name "Ada, L."}])', '"id,name\\n1,\\"Ada, L.\\"\\n"'],
    clojure: false,
    arities: {
      1: (branch, rows) => writeRows(branch, rows, null),
      2: writeRows,
    },
  }),
  row("csv/write-csv", "(csv/write-csv rows)", {
    doc: "Writes vectors as CSV text.",
    example: ['(csv/write-csv [["a" "b"] [1 nil]])', '"a,b\\n1,\\n"'],
    clojure: false,
    arities: { 1: writeTable },
  }),
];
