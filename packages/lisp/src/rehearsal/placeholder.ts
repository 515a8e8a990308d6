// Values in place of results of calls that a rehearsal holds back. They fit the JSON Schema of the
// tool's result, and two variants differ wherever the schema lets them.

import { isObject } from "@ptc/core/internal/host";
import type { StandardSchema, Tool } from "@ptc/core/contracts";

export type Variant = 0 | 1;

/** The levels of a schema that are filled. */
const deepest = 20;

/** Returns a value that fits the result of the tool. `at` makes it unique. */
export function placeholderOf(
  { outputSchema }: Pick<Tool, "outputSchema">,
  at: string,
  variant: Variant,
): unknown {
  const schema = outputSchema === undefined ? undefined : jsonSchemaOf(outputSchema);
  const text = `placeholder:${at}:${String(variant)}`;
  const number = 1_000_003 * (variant + 1) + numberOf(at);
  return schema === undefined ? text : exampleOf(schema, { text, number, variant }, 0);
}

interface Example {
  readonly text: string;
  readonly number: number;
  readonly variant: Variant;
}

function numberOf(at: string): number {
  let sum = 0;
  for (let index = 0; index < at.length; index++) sum = (sum * 31 + at.charCodeAt(index)) % 99_991;
  return sum;
}

/** The JSON Schema of a result, if its library writes one. */
function jsonSchemaOf(schema: StandardSchema): unknown {
  try {
    const { jsonSchema } = schema["~standard"] as unknown as {
      readonly jsonSchema?: { readonly output?: (options: object) => unknown };
    };
    return jsonSchema?.output?.({ target: "draft-2020-12" });
  } catch {
    return undefined;
  }
}

function exampleOf(schema: unknown, example: Example, depth: number): unknown {
  if (!isObject(schema) || depth > deepest) return depth > deepest ? null : example.text;
  if ("const" in schema) return schema["const"];
  const inside = (part: unknown): unknown => exampleOf(part, example, depth + 1);
  const { enum: values, anyOf, oneOf, allOf } = schema;
  if (Array.isArray(values)) return chosen(values, example);
  for (const parts of [anyOf, oneOf])
    if (Array.isArray(parts)) return inside(parts.find((part) => !isNull(part)) ?? parts[0]);
  if (Array.isArray(allOf)) {
    const examples = allOf.map(inside);
    return examples.every(isObject) ? Object.assign({}, ...examples) : examples[0];
  }
  const { type } = schema;
  const one: unknown = Array.isArray(type) ? type.find((each) => each !== "null") : type;
  switch (one ?? (isObject(schema["properties"]) ? "object" : undefined)) {
    case "integer":
    case "number":
      return within(schema, example.number);
    case "boolean":
      return example.variant === 0;
    case "null":
      return null;
    case "array":
      return isObject(schema["items"]) ? [inside(schema["items"])] : [];
    case "object":
      return Object.fromEntries(
        Object.entries(isObject(schema["properties"]) ? schema["properties"] : {}).map(
          ([name, part]) => [name, inside(part)],
        ),
      );
    default:
      return textFor(schema, example);
  }
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema["type"] === "null";
}

function chosen(values: readonly unknown[], { variant }: Example): unknown {
  return values[Math.min(variant, values.length - 1)];
}

function within(schema: Readonly<Record<string, unknown>>, number: number): number {
  const { minimum, maximum, exclusiveMaximum } = schema;
  const most = [maximum, exclusiveMaximum].filter((each) => typeof each === "number");
  const value = most.some((each) => number >= each) ? Math.min(...most) - 1 : number;
  return typeof minimum === "number" && value < minimum ? minimum : value;
}

const dates: Readonly<Record<string, readonly [string, string]>> = {
  "date-time": ["2001-01-01T00:00:00Z", "2002-02-02T00:00:00Z"],
  date: ["2001-01-01", "2002-02-02"],
  uuid: ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"],
  email: ["one@placeholder.invalid", "two@placeholder.invalid"],
  uri: ["https://one.placeholder.invalid/", "https://two.placeholder.invalid/"],
};

function textFor(schema: Readonly<Record<string, unknown>>, { text, variant }: Example): string {
  const { format, maxLength } = schema;
  const known =
    typeof format === "string" && Object.hasOwn(dates, format) ? dates[format] : undefined;
  const value = known?.[variant] ?? text;
  return typeof maxLength === "number" ? value.slice(-maxLength) : value;
}
