// Reads objects that a host hands in and that may be anything: says which of them have fields, and
// reads the fields. Nothing here throws, even where reading a field does.

export function isObject(value: unknown): value is Record<string, unknown> {
  try {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    // `Array.isArray` throws for a revoked proxy. It has no fields that could be read.
    return false;
  }
}

/** Whether `value` is a Map, of which no field would be read. */
export function isMap(value: unknown): boolean {
  try {
    return value instanceof Map;
  } catch {
    return false;
  }
}

/**
 * The own enumerable fields of `source`; an accessor is read once, and one that throws is left out.
 */
export function fieldsOf(source: object): [name: string, value: unknown][] {
  const fields: [string, unknown][] = [];
  for (const name of namesOf(source)) {
    try {
      fields.push([name, (source as Readonly<Record<string, unknown>>)[name]]);
    } catch {
      // The accessor or the proxy has thrown: the field counts as absent.
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

/** The own field `name` of `source` where it is text; `undefined` for everything else. */
export function ownText(source: unknown, name: string): string | undefined {
  if (!isObject(source)) return undefined;
  const [, value] = fieldsOf(source).find(([field]) => field === name) ?? [];
  return typeof value === "string" ? value : undefined;
}
