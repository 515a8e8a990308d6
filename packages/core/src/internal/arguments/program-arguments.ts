// Lets a schema take the arguments that programs write. A program may write nil for an argument
// without a value, and an instant for a time, but schemas of TypeScript code describe JSON: an
// optional field is absent, and a time is text. The schema itself decides. If it refuses nil or an
// instant, the value is checked again without the field, or with the text of the instant.

import type { StandardIssue, StandardResult, StandardSchema } from "../../contracts/index.ts";
import { recordOf } from "../../values/internal.ts";
import { locationOfSchema } from "./schema-arguments.ts";
import type { SchemaLocation } from "./schema-location.ts";

type Result = StandardResult<unknown>;

/** Some schemas report one issue at a time. */
const mostAttempts = 20;

/** Returns a schema that accepts what `schema` accepts, and nil and instants as described above. */
export function forPrograms(schema: StandardSchema): StandardSchema {
  // The other fields describe the schema to the model.
  const described: StandardSchema["~standard"] & { readonly jsonSchema?: unknown } =
    schema["~standard"];
  const { version, vendor, jsonSchema } = described;
  const standard = {
    version,
    vendor,
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
    validate: (value: unknown) => attempt(schema, value, mostAttempts),
  };
  return { "~standard": standard };
}

function attempt(schema: StandardSchema, value: unknown, left: number): Result | Promise<Result> {
  const result = schema["~standard"].validate(value);
  return result instanceof Promise
    ? result.then((settled) => next(schema, value, settled, left))
    : next(schema, value, result, left);
}

function next(
  schema: StandardSchema,
  value: unknown,
  result: Result,
  left: number,
): Result | Promise<Result> {
  if (result.issues === undefined || left === 0) return result;
  const repaired = repairedBy(value, result.issues, locationOfSchema(schema));
  return repaired === value ? result : attempt(schema, repaired, left - 1);
}

/** Returns the value itself if no issue is about nil or an instant. */
function repairedBy(
  value: unknown,
  issues: readonly StandardIssue[],
  location: SchemaLocation,
): unknown {
  const root: Places = { isHere: false, inside: new Map() };
  for (const { path = [] } of issues) {
    let places = root;
    for (const part of path) {
      const key = String(typeof part === "object" ? part.key : part);
      const inner = places.inside.get(key) ?? { isHere: false, inside: new Map() };
      places.inside.set(key, inner);
      places = inner;
    }
    places.isHere = true;
  }
  const repaired = repairedAt(value, root, location);
  return repaired === absent ? value : repaired;
}

/** The locations of issues, by the keys that lead to them. */
interface Places {
  isHere: boolean;
  readonly inside: Map<string, Places>;
}

/** The result of a change that removes the field. */
const absent = Symbol("absent");

function repairedAt(value: unknown, { isHere, inside }: Places, location: SchemaLocation): unknown {
  if (inside.size === 0) return isHere ? asJson(value, location) : value;
  return withParts(value, location, (part, key, inner) => {
    const places = inside.get(key);
    return places === undefined ? part : repairedAt(part, places, inner);
  });
}

/** Returns the JSON form of a refused value. */
function asJson(value: unknown, location: SchemaLocation): unknown {
  if (value === null) return absent;
  if (value instanceof Date) return location.timeText(value);
  // The branches of a union report the value that contains the refused ones.
  const withTexts = changed(value, location, (part, inner) =>
    part instanceof Date ? inner.timeText(part) : part,
  );
  return withTexts === value
    ? changed(value, location, (part) => (part === null ? absent : part))
    : withTexts;
}

type Change = (part: unknown, location: SchemaLocation) => unknown;

/** Changes every scalar inside a value. */
function changed(value: unknown, location: SchemaLocation, change: Change): unknown {
  return withParts(value, location, (part, _, inner) =>
    isCollection(part) ? changed(part, inner, change) : change(part, inner),
  );
}

/**
 * Changes the elements or fields of a value. Returns the same value if nothing changes. Nil stays
 * in a list, which has no field to remove, and in a required field.
 */
function withParts(
  value: unknown,
  location: SchemaLocation,
  change: (part: unknown, key: string, location: SchemaLocation) => unknown,
): unknown {
  if (!isCollection(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => {
      const made = change(item, String(index), location.element(index));
      return made === absent ? item : made;
    });
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const given = Object.entries(value);
  const fields = given
    .map(([name, item]) => {
      const made = change(item, name, location.field(name));
      return [name, made === absent && location.isRequired(name) ? item : made] as const;
    })
    .filter(([, item]) => item !== absent);
  const isSame =
    fields.length === given.length && fields.every(([, item], index) => item === given[index]?.[1]);
  return isSame ? value : recordOf(fields);
}

/** True for lists and maps, which are the only collections of a call's arguments. */
function isCollection(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
