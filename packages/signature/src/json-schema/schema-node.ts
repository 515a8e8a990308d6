// One object of a schema while it is read. Its own fields are taken once, so that an accessor is
// asked once and answers one thing; what nobody took in the end is what the signature does not say.

/** A schema that is an object, not yet looked into. */
export type SchemaObject = Readonly<Record<string, unknown>>;

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The own fields of an object; one that throws when it is read is left out, an object that cannot
 * be looked into has none.
 */
export function ownFields(object: object): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const key of keysOf(object)) {
    try {
      fields.set(key, (object as SchemaObject)[key]);
    } catch {
      // An accessor's mistake is its own.
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

  /** The value of a keyword that is now said. */
  take(keyword: string): unknown {
    const value = this.fields.get(keyword);
    this.fields.delete(keyword);
    return value;
  }

  /** A keyword whose value is one of those that a type says by itself. */
  takeIf(keyword: string, ...values: readonly unknown[]): boolean {
    return values.includes(this.fields.get(keyword)) && this.fields.delete(keyword);
  }

  text(keyword: string): string | undefined {
    const value = this.fields.get(keyword);
    return typeof value === "string" ? value : undefined;
  }

  /** What is not taken yet. */
  rest(): Iterable<[string, unknown]> {
    return this.fields;
  }
}
