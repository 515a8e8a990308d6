// Converts the arguments of a call to JSON for the server. Programs may write `:content-type` or
// `:content_type`, and hosts receive both with an underscore, so names get back the schema's
// spelling. Values that JSON can't represent are refused before anything is sent.

import type { ToolArguments } from "@ptc/core/contracts";
import { HostFile } from "@ptc/core/values";
import { defineField } from "@ptc/core/internal/values";
import type { SchemaLocation } from "./schema-location.ts";

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
    const spelled = location.nameOf(key);
    // Both spellings were given, so keep each unchanged.
    const name = spelled !== key && Object.hasOwn(given, spelled) ? key : spelled;
    const inner = path === "" ? name : `${path}.${name}`;
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
