// Follows data through its JSON Schema: the names of its fields, and where null is allowed. Several
// schemas may describe one location: branches of `anyOf`, or targets of a `$ref`. Lookups are
// cached, so that a list of many rows costs as little as one row.

import { hostFieldName } from "../../values/internal.ts";
import { isObject } from "../host/index.ts";
import { resolved } from "./json-pointer.ts";
import { MisspelledNames } from "./misspelled-names.ts";
import { takesNull } from "./takes-null.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The limit for inspected schemas of one location, because branches can contain branches. */
const mostSchemas = 64;

const branchKeywords = ["allOf", "anyOf", "oneOf"] as const;

/** Whether fields that a schema doesn't declare are allowed. */
export type OtherFields = "allowed" | "refused" | "unsaid";

/** A location in data that JSON Schemas describe. */
export class SchemaLocation {
  private readonly document: unknown;
  /** The schemas of the location itself, without their branches. */
  private readonly own: readonly unknown[];
  /** All schemas of the location, including branches and the targets of references. */
  private readonly schemas: readonly Schema[];
  private readonly fields = new Map<string, SchemaLocation>();
  private readonly elements = new Map<number, SchemaLocation>();
  private names: Names | undefined = undefined;
  private requiredNames: ReadonlySet<unknown> | undefined = undefined;
  private nullIsValid: boolean | undefined = undefined;
  private otherFields: OtherFields | undefined = undefined;
  private knownConstants: readonly Constants[] | undefined = undefined;
  private readonly narrowed = new Map<string, SchemaLocation>();

  private constructor(
    document: unknown,
    schemas: readonly unknown[],
    all = opened(document, schemas),
  ) {
    this.document = document;
    this.own = schemas.filter((schema) => schema !== undefined);
    this.schemas = all;
  }

  static of(schema: unknown): SchemaLocation {
    return new SchemaLocation(schema, [schema]);
  }

  /**
   * Returns the location without the branches that the constants in `object` exclude: for
   * `{kind: "card"}`, without a branch whose `kind` is "iban".
   */
  branchesFor(object: Readonly<Record<string, unknown>>): SchemaLocation {
    const excluded = new Set<Schema>();
    for (const { name, values } of this.constants()) {
      const given = ownValue(object, name);
      if (values.some((each) => each.values.has(given)))
        for (const { schema, values: allowed } of values)
          if (!allowed.has(given)) excluded.add(schema);
    }
    if (excluded.size === 0) return this;
    const left = this.schemas.filter((schema) => !excluded.has(schema));
    const key = left.map((schema) => this.schemas.indexOf(schema)).join();
    const known = this.narrowed.get(key);
    if (known !== undefined) return known;
    const location = new SchemaLocation(this.document, this.own, left);
    this.narrowed.set(key, location);
    return location;
  }

  /** The fields whose constants tell schemas of this location apart. */
  private constants(): readonly Constants[] {
    return (this.knownConstants ??= constantsIn(this.schemas));
  }

  /**
   * Returns the schema's name of the field `key`. That is `key` itself if the schema has it,
   * otherwise the first name that differs only by hyphens for underscores, otherwise `key`.
   */
  nameOf(key: string): string {
    const { exact, spelled } = this.declared();
    return exact.has(key) ? key : (spelled.get(hostFieldName(key)) ?? key);
  }

  /** True if one of the schemas has the field `name`, in this spelling. */
  declares(name: string): boolean {
    return this.declared().exact.has(name);
  }

  /** The names of the declared fields. */
  get fieldNames(): readonly string[] {
    return [...this.declared().exact];
  }

  /** The misspellings of the declared fields. */
  get misspelled(): MisspelledNames {
    return this.declared().misspelled;
  }

  /** True if the schema gives no details about values, so nothing inside them can be declared. */
  get isUnknown(): boolean {
    return this.schemas.length === 0;
  }

  /**
   * What the schema says about fields that it doesn't declare. A schema that declares no fields
   * allows any.
   */
  get others(): OtherFields {
    return (this.otherFields ??= otherFields(this.schemas));
  }

  /** True if one of the schemas requires the field `name`. */
  isRequired(name: string): boolean {
    this.requiredNames ??= new Set(
      this.schemas.flatMap(({ required }) =>
        Array.isArray(required) ? (required as readonly unknown[]) : [],
      ),
    );
    return this.requiredNames.has(name);
  }

  /** True if one of the schemas allows null, or nothing describes the location. */
  takesNull(): boolean {
    return (this.nullIsValid ??=
      this.own.length === 0 || this.own.some((schema) => takesNull(this.document, schema)));
  }

  /** Returns the text of an instant in the format of the location; see `timeText`. */
  timeText(time: Date): Date | string {
    return timeText(time, this.schemas);
  }

  private declared(): Names {
    return (this.names ??= namesIn(this.schemas));
  }

  field(name: string): SchemaLocation {
    const known = this.fields.get(name);
    if (known !== undefined) return known;
    const location = this.inside(({ properties, additionalProperties }) =>
      isObject(properties) && Object.hasOwn(properties, name)
        ? properties[name]
        : additionalProperties,
    );
    this.fields.set(name, location);
    return location;
  }

  element(index: number): SchemaLocation {
    const longest = Math.max(0, ...this.schemas.map((schema) => tupleOf(schema).length));
    const at = Math.min(index, longest);
    const known = this.elements.get(at);
    if (known !== undefined) return known;
    const location = this.inside((schema) => tupleOf(schema)[at] ?? schema["items"]);
    this.elements.set(at, location);
    return location;
  }

  private inside(schemaOf: (schema: Schema) => unknown): SchemaLocation {
    return new SchemaLocation(this.document, this.schemas.map(schemaOf));
  }
}

/**
 * Returns the text of an instant in UTC, in the format that the schemas of its location give: a
 * date, a time, or else both. Returns an invalid instant unchanged.
 */
export function timeText(time: Date, schemas: readonly Schema[]): Date | string {
  if (Number.isNaN(time.getTime())) return time;
  const text = time.toISOString();
  const formats = new Set(schemas.map(({ format }) => format));
  if (formats.has("date-time")) return text;
  const middle = text.indexOf("T");
  if (formats.has("date")) return text.slice(0, middle);
  return formats.has("time") ? text.slice(middle + 1) : text;
}

/**
 * Returns what the schemas of one location say together about fields that none of them declares.
 */
export function otherFields(schemas: readonly Schema[]): OtherFields {
  if (schemas.some(allowsOthers)) return "allowed";
  if (!schemas.some(({ properties }) => isObject(properties))) return "allowed";
  return schemas.some(refusesOthers) ? "refused" : "unsaid";
}

function allowsOthers(schema: Schema): boolean {
  if (!isObject(schema["properties"]) && [schema["anyOf"], schema["oneOf"]].some(hasFreeBranch))
    return true;
  return ["additionalProperties", "unevaluatedProperties", "patternProperties"].some(
    (keyword) => schema[keyword] === true || isObject(schema[keyword]),
  );
}

/** True if a value may be any object, as in `anyOf: [{ $ref: "#/$defs/Order" }, {}]`. */
function hasFreeBranch(branches: unknown): boolean {
  return Array.isArray(branches) && branches.some(isFree);
}

const restricting = [...branchKeywords, "$ref", "properties", "enum", "const"];

function isFree(schema: unknown): boolean {
  if (!isObject(schema)) return schema === true;
  const { type, additionalProperties } = schema;
  return (
    additionalProperties !== false &&
    (type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"))) &&
    !restricting.some((keyword) => Object.hasOwn(schema, keyword))
  );
}

function refusesOthers({ additionalProperties, unevaluatedProperties }: Schema): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

/** The constants that schemas require of the field `name`. */
interface Constants {
  readonly name: string;
  readonly values: readonly { readonly schema: Schema; readonly values: ReadonlySet<unknown> }[];
}

function constantsIn(schemas: readonly Schema[]): readonly Constants[] {
  const found = new Map<string, { schema: Schema; values: ReadonlySet<unknown> }[]>();
  for (const schema of schemas) {
    const { properties } = schema;
    if (!isObject(properties)) continue;
    for (const [name, field] of Object.entries(properties)) {
      const values = constantsOf(field);
      if (values === undefined) continue;
      const others = found.get(name);
      if (others === undefined) found.set(name, [{ schema, values }]);
      else others.push({ schema, values });
    }
  }
  return [...found].flatMap(([name, values]) => (values.length > 1 ? [{ name, values }] : []));
}

function constantsOf(field: unknown): ReadonlySet<unknown> | undefined {
  if (!isObject(field)) return undefined;
  if (Object.hasOwn(field, "const")) return new Set([field["const"]]);
  return Array.isArray(field["enum"]) ? new Set(field["enum"] as readonly unknown[]) : undefined;
}

/** Returns the value of a field, which a program may write with hyphens. */
function ownValue(object: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const spelled = Object.keys(object).find((key) => hostFieldName(key) === hostFieldName(name));
  return spelled === undefined ? undefined : object[spelled];
}

interface Names {
  readonly exact: ReadonlySet<string>;
  readonly spelled: ReadonlyMap<string, string>;
  readonly misspelled: MisspelledNames;
}

function namesIn(schemas: readonly Schema[]): Names {
  const exact = new Set<string>();
  for (const { properties } of schemas)
    if (isObject(properties)) for (const name of Object.keys(properties)) exact.add(name);
  const spelled = new Map<string, string>();
  for (const name of exact) {
    const key = hostFieldName(name);
    if (!spelled.has(key)) spelled.set(key, name);
  }
  return { exact, spelled, misspelled: new MisspelledNames(exact) };
}

/** Returns the schemas of the first elements, if they have their own. */
function tupleOf({ prefixItems, items }: Schema): readonly unknown[] {
  if (Array.isArray(prefixItems)) return prefixItems;
  return Array.isArray(items) ? items : [];
}

/** Returns the schemas and those they refer to or branch into, each once. */
function opened(document: unknown, schemas: readonly unknown[]): readonly Schema[] {
  const found = new Set<Schema>();
  const open = [...schemas].reverse();
  while (open.length > 0 && found.size < mostSchemas) {
    const schema = open.pop();
    if (!isObject(schema) || found.has(schema)) continue;
    found.add(schema);
    const { $ref: reference } = schema;
    if (typeof reference === "string") open.push(resolved(document, reference));
    for (const keyword of branchKeywords) {
      const branches = schema[keyword];
      if (Array.isArray(branches)) open.push(...(branches.slice(0, mostSchemas) as unknown[]));
    }
  }
  return [...found];
}
