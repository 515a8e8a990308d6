// An object of a schema during reading. Reads its own fields once, so an accessor runs once and
// can't give a different result later. The keywords that no reader takes are the ones that the
// signature doesn't express.

/** A schema that is an object, before its fields are read. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** Keywords that say nothing about values, or that their users read directly. */
export const silentKeywords: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "id",
  "$anchor",
  "$comment",
  "$defs",
  "definitions",
  "title",
  "description",
]);

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the own fields of an object. Omits fields that throw when read; an object whose keys
 * can't be listed has no fields.
 */
export function ownFields(object: object): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const key of keysOf(object)) {
    try {
      fields.set(key, (object as SchemaObject)[key]);
    } catch {
      // Omit the field, as documented above.
    }
  }
  return fields;
}

function keysOf(object: object): readonly string[] {
  try {
    return Object.keys(object);
  } catch {
    return [];
  }
}

export class SchemaNode {
  private readonly fields: Map<string, unknown>;

  constructor(fields: Map<string, unknown>) {
    this.fields = fields;
  }

  get(keyword: string): unknown {
    return this.fields.get(keyword);
  }

  has(keyword: string): boolean {
    return this.fields.get(keyword) !== undefined;
  }

  /** Returns the value of a keyword and marks the keyword as expressed by the type. */
  take(keyword: string): unknown {
    const value = this.fields.get(keyword);
    this.fields.delete(keyword);
    return value;
  }

  /**
   * Takes a keyword if its value is one of `values`, which the type expresses without it. Returns
   * true if it was taken.
   */
  takeIf(keyword: string, ...values: readonly unknown[]): boolean {
    return values.includes(this.fields.get(keyword)) && this.fields.delete(keyword);
  }

  text(keyword: string): string | undefined {
    const value = this.fields.get(keyword);
    return typeof value === "string" ? value : undefined;
  }

  /** Returns the keywords that were not taken. */
  rest(): Iterable<[string, unknown]> {
    return this.fields;
  }
}
