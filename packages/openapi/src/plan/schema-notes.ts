// Adds constraints that a signature can't express to the description of a field. The model reads
// them, and the server enforces them.

import type { JsonObject } from "@ptc/core/internal/host";
import { own, ownText } from "../document/json-object.ts";

const longestDescription = 300;
const longestValue = 60;

/** Formats that the type implies, or that don't help a reader. */
const omittedFormats: ReadonlySet<string> = new Set([
  "int32",
  "int64",
  "float",
  "double",
  "date-time",
  "binary",
  "string",
]);

/** Returns the description of a schema with its constraints, or undefined if it has neither. */
export function describedSchema(schema: JsonObject, withBounds: boolean): string | undefined {
  const description = shortenedAtWord(ownText(schema, "description") ?? "", longestDescription);
  const bounds = withBounds ? boundsOf(schema).join(", ") : "";
  const parts = [description, bounds === "" ? "" : `(${bounds})`].filter((text) => text !== "");
  return parts.length === 0 ? undefined : parts.join(" ");
}

function boundsOf(schema: JsonObject): readonly string[] {
  const bounds: string[] = [];
  const note = (keyword: string, text: (value: string) => string): void => {
    const value = valueText(own(schema, keyword));
    if (value !== undefined) bounds.push(text(value));
  };
  const format = ownText(schema, "format");
  if (format !== undefined && !omittedFormats.has(format)) note("format", (value) => value);
  note("minimum", (value) => `${isTrue(schema, "exclusiveMinimum") ? "above" : "from"} ${value}`);
  note("maximum", (value) => `${isTrue(schema, "exclusiveMaximum") ? "below" : "to"} ${value}`);
  if (!isTrue(schema, "exclusiveMinimum")) note("exclusiveMinimum", (value) => `above ${value}`);
  if (!isTrue(schema, "exclusiveMaximum")) note("exclusiveMaximum", (value) => `below ${value}`);
  note("multipleOf", (value) => `a multiple of ${value}`);
  note("minLength", (value) => `at least ${value} characters`);
  note("maxLength", (value) => `at most ${value} characters`);
  note("pattern", (value) => `pattern ${value}`);
  note("minItems", (value) => `at least ${value} elements`);
  note("maxItems", (value) => `at most ${value} elements`);
  const values = own(schema, "enum");
  if (Array.isArray(values) && values.some((value) => typeof value !== "string"))
    bounds.push(
      ...[values.slice(0, 20).flatMap((value) => valueText(value) ?? [])].map(
        (texts) => `one of ${texts.join(", ")}`,
      ),
    );
  note("default", (value) => `default ${value}`);
  return bounds;
}

/** In version 3.0, exclusive bounds are flags. */
function isTrue(schema: JsonObject, keyword: string): boolean {
  return own(schema, keyword) === true;
}

function valueText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" && value.length <= longestValue
    ? value
    : undefined;
}

function shortenedAtWord(text: string, maximum: number): string {
  const plain = text
    .slice(0, 4 * maximum)
    .trim()
    .replace(/\s+/g, " ");
  if (plain.length <= maximum) return plain;
  // eslint-disable-next-line texts/shortened-texts -- the result ends with the mark
  const cut = plain.slice(0, maximum);
  const space = cut.lastIndexOf(" ");
  return `${(space > maximum / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
