// Converts the arguments of a call to JSON for the server. Programs may write the declared name
// `content_type` as `:content-type`, so names get the schema's spelling. All other keys stay
// unchanged. Servers reject null for an optional argument, so nil is omitted if the schema has no
// null. Times become ISO text. Values that JSON can't represent are refused before sending.

import { shortened } from "@ptc/core/internal/printing";
import type { ToolArguments } from "@ptc/core/contracts";
import type { BigIntJson } from "@ptc/core/json";
import { rawInteger } from "@ptc/core/internal/json";
import { HostFile } from "@ptc/core/values";
import { defineField } from "@ptc/core/internal/values";
import type { SchemaLocation } from "@ptc/core/internal/arguments";

/** Writes the integers that exceed the range of exact numbers. */
type WriteInteger = (value: bigint, path: string) => unknown;

/**
 * Returns the arguments in the form that the schema checks: JSON, except that large integers are
 * bigints.
 * @throws TypeError naming the argument
 */
export function checkedArguments(
  args: ToolArguments,
  schema: SchemaLocation,
): Record<string, unknown> {
  return objectOf(args, schema, { path: "", integer: (value) => value });
}

/**
 * Returns the arguments for a client that writes them with `JSON.stringify`. `bigint` is the option
 * of that name.
 * @throws TypeError naming the argument
 */
export function jsonArguments(
  args: ToolArguments,
  schema: SchemaLocation,
  bigint: BigIntJson,
): Record<string, unknown> {
  return objectOf(args, schema, { path: "", integer: integerWriters[bigint] });
}

const integerWriters: Readonly<Record<BigIntJson, WriteInteger>> = {
  string: String,
  number: (value, path) => {
    const raw = rawInteger(value);
    if (raw !== undefined) return raw;
    throw new TypeError(
      `${argumentText(path)}: this host can't send the integer ${shown(value)} exactly: pass it as text (or set the option bigint to "string")`,
    );
  },
  error: (value, path) => {
    throw unsayable(path, `${shown(value)}, an integer beyond 9007199254740991`);
  },
};

interface Writing {
  readonly path: string;
  readonly integer: WriteInteger;
}

function objectOf(
  given: object,
  location: SchemaLocation,
  { path, integer }: Writing,
): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const name = location.nameOf(key);
    const field = location.field(name);
    if (value === null && !location.isRequired(name) && !field.takesNull()) continue;
    const inner = path === "" ? name : `${path}.${name}`;
    if (Object.hasOwn(written, name))
      throw new TypeError(`${argumentText(inner)}: two keys name this field: pass one of them`);
    defineField(written, name, jsonOf(value, field, { path: inner, integer }));
  }
  return written;
}

function jsonOf(value: unknown, location: SchemaLocation, writing: Writing): unknown {
  const { path, integer } = writing;
  if (typeof value === "number" && !Number.isFinite(value)) throw unsayable(path, String(value));
  if (typeof value === "bigint") return integer(value, path);
  if (typeof value !== "object" || value === null) return value;
  if (HostFile.is(value)) throw unsayable(path, "a file");
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw unsayable(path, "an invalid time");
    return location.timeText(value);
  }
  if (Array.isArray(value))
    return value.map((element: unknown, index) =>
      jsonOf(element, location.element(index), { path: `${path}[${String(index)}]`, integer }),
    );
  return objectOf(value, location, writing);
}

function unsayable(path: string, what: string): TypeError {
  return new TypeError(`${argumentText(path)}: MCP tools take JSON, which can't represent ${what}`);
}

function argumentText(path: string): string {
  return shortened(path, 200);
}

function shown(value: bigint): string {
  return shortened(String(value), 40);
}
