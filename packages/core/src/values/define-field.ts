// Sets own properties on plain objects when the names come from outside.

/**
 * Sets an own property with any name. Setting `__proto__` doesn't change the prototype, and it
 * works if prototypes are frozen.
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

/** Returns a plain object with these fields, which can have any names. */
export function recordOf<Item>(entries: Iterable<readonly [string, Item]>): Record<string, Item> {
  const record: Record<string, Item> = {};
  for (const [name, item] of entries) defineField(record, name, item);
  return record;
}
