// What counts as an object of fields where the host may have given anything, and its fields read
// without letting it throw.

export function isObject(value: unknown): value is Record<string, unknown> {
  try {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    // A revoked proxy: nothing can be asked of it.
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
      // The object refuses to tell: as if the field were not there.
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
