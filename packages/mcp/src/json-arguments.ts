// Converts the arguments of a call to JSON for the server. Programs may write the declared name
// `content_type` as `:content-type`, so names get the schema's spelling. All other keys stay
// unchanged. Values that JSON can't represent are refused before anything is sent.

import type { ToolArguments } from "@ptc/core/contracts";
import { HostFile } from "@ptc/core/values";
import { defineField } from "@ptc/core/internal/values";
import type { SchemaLocation } from "@ptc/core/internal/arguments";

/** @throws TypeError naming the argument */
export function jsonArguments(
  args: ToolArguments,
  schema: SchemaLocation,
): Record<string, unknown> {
  return objectOf(args, schema, "");
}

function objectOf(given: object, location: SchemaLocation, path: string): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const name = location.nameOf(key);
    const inner = path === "" ? name : `${path}.${name}`;
    if (Object.hasOwn(written, name))
      throw new TypeError(`${inner.slice(0, 200)}: two keys name this field: pass one of them`);
    defineField(written, name, jsonOf(value, location.field(name), inner));
  }
  return written;
}

function jsonOf(value: unknown, location: SchemaLocation, path: string): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw unsayable(path, String(value));
  if (typeof value === "bigint")
    throw unsayable(path, `${String(value).slice(0, 40)}, an integer beyond 9007199254740991`);
  if (typeof value !== "object" || value === null) return value;
  if (HostFile.is(value)) throw unsayable(path, "a file");
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw unsayable(path, "an invalid time");
    return value.toISOString();
  }
  if (Array.isArray(value))
    return value.map((element: unknown, index) =>
      jsonOf(element, location.element(index), `${path}[${String(index)}]`),
    );
  return objectOf(value, location, path);
}

function unsayable(path: string, what: string): TypeError {
  return new TypeError(`${path.slice(0, 200)}: MCP tools take JSON, which can't represent ${what}`);
}
