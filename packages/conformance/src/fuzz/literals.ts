// Generates literals of the scalar types. The texts mean the same in every host. Vectors test the
// characters above U+FFFF instead, because hosts count their positions differently.

import type { Random } from "./random.ts";

const integers = [
  "0",
  "1",
  "2",
  "3",
  "5",
  "7",
  "10",
  "-1",
  "-2",
  "-7",
  "12",
  "42",
  "100",
  "255",
  "1000",
  "-100",
];
const floats = ["0.5", "1.5", "2.0", "-0.25", "3.75", "10.125", "-2.5", "100.5", "0.1", "1e3"];
const texts = [
  '""',
  '"a"',
  '"b"',
  '"abc"',
  '"hello world"',
  '"a,b,c"',
  '"  pad "',
  '"42"',
  '"-7"',
  '"3.5"',
  '"x=1;y=2"',
  '"Ada Lovelace"',
  '"UPPER"',
  '"line one\\nline two"',
  '"aXbXc"',
  '"true"',
  '"banana"',
  '"1,22,333"',
  '"über"',
  '"a-b_c"',
  '"tab\\tbed"',
  '"quote \\" end"',
];
const keywords = [":a", ":b", ":c", ":d", ":id", ":x/y"];
/** Ids that are different data, although they read alike. */
const ids = ['"sku_1"', '"sku-1"', '"SKU-1"', '"SKU_1"', '"due-date"', '"due_date"', '"a"', '"7"'];
/** Keys of maps that a program mixes: keywords and strings of the same names, and other data. */
const keys = [
  ...ids.slice(0, 7),
  ":sku_1",
  ":sku-1",
  ":SKU-1",
  ":due-date",
  ":due_date",
  ":a",
  "7",
  "true",
];
/** Integers around 2^53, which hosts without exact integers round. */
const largeIntegers = [
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "-9007199254740991",
  "-9007199254740993",
  "1234567890123456789",
  "9007199254740990",
];
const patterns = [
  '#"a"',
  '#"\\\\d+"',
  '#"[a-c]+"',
  '#","',
  '#"(\\\\w)(\\\\d)"',
  '#"\\\\s+"',
  '#"(?i)A"',
  '#"(\\\\w+)=(\\\\d+)"',
  '#"[^a-z]"',
  '#"b|n"',
  '#"x?"',
  '#"^a"',
].map((text) => text.replaceAll("\\\\", "\\"));

const tables: ReadonlyMap<string, readonly string[]> = new Map([
  ["int", integers],
  ["small", ["0", "1", "2", "3", "4"]],
  ["pos", ["1", "2", "3", "4"]],
  ["float", floats],
  ["str", texts],
  ["ch", ['"a"', '"b"', '"n"', '" "', '"x"', '","']],
  ["kw", keywords],
  ["bool", ["true", "false"]],
  ["nil", ["nil"]],
  ["id", ids],
  ["key", keys],
  ["big", largeIntegers],
  ["row", ["data/row", "data/item"]],
  ["re", patterns],
]);

/** Returns a literal of a scalar type, or undefined for other types. */
export function scalarLiteral(name: string, random: Random): string | undefined {
  const table = tables.get(name);
  return table === undefined ? undefined : random.pick(table);
}

/** The fields of `rec`, the record type of the generator, with their types. */
export const recordFields = [
  ["id", "int"],
  ["label", "str"],
  ["score", "float"],
  ["kind", "kw"],
  ["active", "bool"],
  ["tags", "vec<str>"],
] as const;
