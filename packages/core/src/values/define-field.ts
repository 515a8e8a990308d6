// Sets own properties of plain objects whose names come from outside.

/**
 * Sets an own property, whatever its name: `__proto__` does not change the prototype, and it works
 * when prototypes are frozen.
 */
export function defineField(object: object, name: string, value: unknown): void {
  if (name in object)
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else (object as Record<string, unknown>)[name] = value;
}

/** A plain object with these fields, whatever their names. */
export function recordOf<Item>(entries: Iterable<readonly [string, Item]>): Record<string, Item> {
  const record: Record<string, Item> = {};
  for (const [name, item] of entries) defineField(record, name, item);
  return record;
}
