// Reads objects from the host, which may be anything: checks whether they have fields, and reads
// these. Never throws, even if reading a field does.

/** True for a Map, whose entries aren't fields. */
export function isMap(value: unknown): boolean {
  try {
    return value instanceof Map;
  } catch {
    return false;
  }
}

/**
 * Returns the own enumerable fields of `source`. Reads each accessor once, and omits those that
 * throw.
 */
export function fieldsOf(source: object): [name: string, value: unknown][] {
  const fields: [string, unknown][] = [];
  for (const name of namesOf(source)) {
    try {
      fields.push([name, (source as Readonly<Record<string, unknown>>)[name]]);
    } catch {
      // The accessor or proxy threw, so the field counts as absent.
    }
  }
  return fields;
}

function namesOf(source: object): readonly string[] {
  try {
    return Object.keys(source);
  } catch {
    return [];
  }
}
