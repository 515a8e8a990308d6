// Converts arguments to the JSON that a JSON Schema describes, for schemas that nothing validates:
// omits nil for an optional field, unless the schema allows null, and writes instants as ISO text.

import { recordOf } from "@ptc/core/internal/values";
import { SchemaLocation } from "@ptc/core/internal/arguments";

/** Returns a function that converts the arguments of `schema`. */
export function describedArguments(schema: unknown): (value: unknown) => unknown {
  const whole = SchemaLocation.of(schema);
  return (value) => asJson(value, whole);
}

function asJson(value: unknown, location: SchemaLocation): unknown {
  if (value instanceof Date) return location.timeText(value);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => asJson(item, location.element(index)));
  if (!isPlain(value)) return value;
  const fields: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const name = location.nameOf(key);
    const field = location.field(name);
    if (item === null && !location.isRequired(name) && !field.takesNull()) continue;
    fields.push([key, asJson(item, field)]);
  }
  return recordOf(fields);
}

/** False for files and other instances, which stay unchanged. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
