// An object of a schema while it is read. Its own fields are read once, so that an accessor runs
// once and cannot answer differently later. The keywords that no reader takes are what the
// signature does not express.

/** A schema that is an object, before it is looked into. */
export type SchemaObject = Readonly<Record<string, unknown>>;

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The own fields of an object. A field that throws when it is read is left out, and an object that
 * cannot be looked into has none.
 */
export function ownFields(object: object): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const key of keysOf(object)) {
    try {
      fields.set(key, (object as SchemaObject)[key]);
    } catch {
      // The field is left out, see above.
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

  /** The value of a keyword, which the type now expresses. */
  take(keyword: string): unknown {
    const value = this.fields.get(keyword);
    this.fields.delete(keyword);
    return value;
  }

  /**
   * Takes a keyword whose value is one of these, which the type expresses without it. Answers
   * whether it did.
   */
  takeIf(keyword: string, ...values: readonly unknown[]): boolean {
    return values.includes(this.fields.get(keyword)) && this.fields.delete(keyword);
  }

  text(keyword: string): string | undefined {
    const value = this.fields.get(keyword);
    return typeof value === "string" ? value : undefined;
  }

  /** The keywords that were not taken. */
  rest(): Iterable<[string, unknown]> {
    return this.fields;
  }
}
