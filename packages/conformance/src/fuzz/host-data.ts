// The host data of generated programs: `data/row`, `data/item`, `data/orders` and `data/prices`.
// Our programs read it as maps of fields. The oracles get the same rows with keyword keys, and one
// spelling of every field that a program may write with `-` or `_`.

import type { ComparisonOptions } from "../compare-printed.ts";
import type { Form } from "./form.ts";

type HostValue =
  string | number | null | readonly HostValue[] | { readonly [name: string]: HostValue };

const order = (id: number, sku: string, qty: number | null, more: object = {}): HostValue => ({
  id,
  sku,
  qty,
  ship_date: `2026-01-0${String(id)}`,
  ...more,
});

export const hostData: Readonly<Record<string, HostValue>> = {
  row: order(1, "sku_1", 2, {
    note: null,
    customer: { name: "Ada", "zip-code": 1010 },
  }),
  item: order(4, "sku-1", 5, { note: "x", customer: { name: "Bo", "zip-code": 0 } }),
  orders: [
    order(1, "sku_1", 2),
    order(2, "sku-1", 7),
    order(3, "SKU-1", 1),
    order(4, "sku_1", 3, { note: "late" }),
    order(1, "sku_1", 2),
  ],
  prices: [
    { sku: "sku_1", price: 9007199254740991 },
    { sku: "sku-1", price: 0.5 },
  ],
};

/** Fields that programs write in both spellings, with the oracles' one. */
const spellings = new Map([
  [":ship-date", ":ship_date"],
  ["ship-date", "ship_date"],
]);

/** True if the program reads host data. */
export function readsHostData(form: Form): boolean {
  return typeof form === "string" ? form.startsWith("data/") : form.items.some(readsHostData);
}

/**
 * How the oracles read a program: `one` spelling of each field, as in maps of fields, or `both`
 * apart, as in maps of the program. In the second case, the rows have both spellings with a text
 * that is no answer of ours, so a result that depends on such a field of a row never agrees.
 */
export type FieldSpellings = "one" | "both";

const sentinel = '"field of a row"';

/** True if the program reads host data and writes a field in both spellings. */
export function hasBothSpellings(form: Form): boolean {
  const tokens = new Set(tokensOf(form));
  return (
    readsHostData(form) && [...spellings].some((pair) => pair.every((token) => tokens.has(token)))
  );
}

function tokensOf(form: Form): readonly string[] {
  return typeof form === "string" ? [form] : form.items.flatMap(tokensOf);
}

/** Returns the program as the oracles read it: the rows are bound to names around it. */
export function withHostData(form: Form, fields: FieldSpellings = "one"): Form {
  if (!readsHostData(form)) return form;
  const bindings = Object.entries(hostData).flatMap(([name, value]) => [
    `data-${name}`,
    literalOf(value, fields),
  ]);
  return { open: "(", items: ["let", { open: "[", items: bindings }, respelled(form, fields)] };
}

function respelled(form: Form, fields: FieldSpellings): Form {
  if (typeof form !== "string")
    return { open: form.open, items: form.items.map((item) => respelled(item, fields)) };
  if (form.startsWith("data/")) return form.replace("/", "-");
  return fields === "one" ? (spellings.get(form) ?? form) : form;
}

function isList(value: HostValue): value is readonly HostValue[] {
  return Array.isArray(value);
}

function literalOf(value: HostValue, fields: FieldSpellings): Form {
  if (value === null) return "nil";
  if (typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return { open: "[", items: value.map((item) => literalOf(item, fields)) };
  return {
    open: "{",
    items: Object.entries(value).flatMap(([name, field]) =>
      fields === "both" && name === "ship_date"
        ? [":ship_date", sentinel, ":ship-date", sentinel]
        : [`:${name}`, literalOf(field, fields)],
    ),
  };
}

/**
 * How answers of a program with host data are compared: keys of our rows are strings, and keep the
 * spelling of the map that had them first.
 */
export const hostDataComparison: ComparisonOptions = {
  keywordsAreTexts: true,
  nameOf: (name) => spellings.get(name) ?? name,
};

/** How answers are compared if the spellings are apart: a map of the program keeps both. */
export const separateSpellings: ComparisonOptions = { keywordsAreTexts: true };
