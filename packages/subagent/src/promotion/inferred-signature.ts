// The signature of a promoted function, inferred from its recorded calls. It documents the calls
// of one run; no later call is checked against it.

import { decodeValue } from "@ptc/core/decoding";
import type { Json } from "@ptc/core/encoding";
import { HostKeyError, toHost } from "@ptc/core/values";
import { read } from "@ptc/parser";
import { parseSignature, renderSignature, type Field, type Type } from "@ptc/signature";

/** A call in tagged JSON. */
export interface ObservedCall {
  readonly args: readonly Json[];
  readonly result: Json;
}

/** The longest signature, in characters. Longer ones are written with fewer levels of types. */
const longest = 200;
const deepest = 5;
/** A map with more fields is a dictionary rather than a row. */
const mostFields = 30;
const fieldName = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const anything: Type = { kind: "any" };

/**
 * Returns a signature that all calls fit, such as `(orders [{id :int}], limit :int) -> [:int]`;
 * undefined without calls, or if they have different numbers of arguments. `arglists` are those of
 * the function, such as `[orders limit]`; a parameter without a name is `arg1`.
 */
export function inferredSignature(
  calls: readonly ObservedCall[],
  arglists: readonly string[],
): string | undefined {
  const [first] = calls;
  if (first === undefined) return undefined;
  const count = first.args.length;
  if (calls.some(({ args }) => args.length !== count)) return undefined;
  const values = hostCalls(calls);
  if (values === undefined) return undefined;
  const names = parameterNames(arglists, count);
  for (let depth = deepest; depth >= 0; depth--) {
    const parameters = names.map((name, index) =>
      field(
        name,
        values.map(({ args }) => args[index]),
        depth,
      ),
    );
    const output = typeOfAll(
      values.map(({ result }) => result),
      depth,
    );
    const text = renderSignature({ definitions: [], parameters, output });
    if (text.length <= longest) return parseSignature(text).ok ? text : undefined;
  }
  return undefined;
}

interface HostCall {
  readonly args: readonly unknown[];
  readonly result: unknown;
}

/** Returns undefined for values that the host can't distinguish, such as keys with equal texts. */
function hostCalls(calls: readonly ObservedCall[]): readonly HostCall[] | undefined {
  const hosted = (json: Json): unknown => toHost(decodeValue(json), { collections: "native" });
  try {
    return calls.map(({ args, result }) => ({ args: args.map(hosted), result: hosted(result) }));
  } catch (error) {
    if (error instanceof HostKeyError) return undefined;
    throw error;
  }
}

/** Returns the names of the parameters in the arglist with `count` symbols. */
function parameterNames(arglists: readonly string[], count: number): readonly string[] {
  for (const text of arglists) {
    const forms = read(text);
    const [vector] = forms.ok ? forms.forms : [];
    if (vector?.type !== "vector" || vector.items.length !== count) continue;
    const names = vector.items.map((item) => (item.type === "symbol" ? item.name : ""));
    if (!names.includes("&"))
      return names.map((name, index) => (fieldName.test(name) ? name : `arg${String(index + 1)}`));
  }
  return Array.from({ length: count }, (_, index) => `arg${String(index + 1)}`);
}

function field(name: string, values: readonly unknown[], depth: number, optional = false): Field {
  const type = typeOfAll(values, depth);
  return {
    name,
    type: optional && type.kind === "nilable" ? type.type : type,
    optional,
    firewalled: name.startsWith("_"),
  };
}

function typeOfAll(values: readonly unknown[], depth: number): Type {
  const present = values.filter((value) => value !== null && value !== undefined);
  const type = typeOfPresent(present, depth);
  return present.length === values.length || type.kind === "any" ? type : { kind: "nilable", type };
}

function typeOfPresent(values: readonly unknown[], depth: number): Type {
  const kinds = new Set(values.map(kindOf));
  const [kind = "any", ...others] = kinds;
  if (others.length > 0)
    return kinds.size === 2 && kinds.has("int") && kinds.has("float")
      ? { kind: "float" }
      : anything;
  if (kind === "list")
    return {
      kind: "list",
      element: depth === 0 ? anything : typeOfAll(values.flatMap(elementsOf), depth - 1),
    };
  if (kind === "map") return mapType(values.filter(isMap), depth);
  return { kind };
}

function kindOf(
  value: unknown,
): "string" | "int" | "float" | "bool" | "datetime" | "list" | "map" | "any" {
  if (typeof value === "string") return "string";
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return "int";
  if (typeof value === "number") return "float";
  if (typeof value === "boolean") return "bool";
  if (value instanceof Date) return "datetime";
  if (Array.isArray(value) || value instanceof Set) return "list";
  return isMap(value) ? "map" : "any";
}

function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) || value instanceof Set ? [...(value as Iterable<unknown>)] : [];
}

function isMap(value: unknown): value is ReadonlyMap<unknown, unknown> {
  return value instanceof Map;
}

function mapType(rows: readonly ReadonlyMap<unknown, unknown>[], depth: number): Type {
  const columns = new Map<unknown, unknown[]>();
  for (const row of rows)
    for (const [name, value] of row) {
      const column = columns.get(name);
      if (column === undefined) columns.set(name, [value]);
      else column.push(value);
    }
  const names = [...columns.keys()].filter(
    (name): name is string => typeof name === "string" && fieldName.test(name),
  );
  if (depth === 0 || columns.size === 0 || names.length > mostFields || names.length < columns.size)
    return { kind: "any-map" };
  return {
    kind: "map",
    fields: names.map((name) => {
      const column = columns.get(name) ?? [];
      return field(name, column, depth - 1, column.length < rows.length);
    }),
  };
}
