// Copies objects without some of their fields.

/** Returns a copy of `fields` without the fields `names`. */
export function without<Fields extends object, Name extends keyof Fields & string>(
  fields: Fields,
  names: readonly Name[],
): Omit<Fields, Name> {
  const omitted: readonly string[] = names;
  // The cast is safe: the filter does what the type says.
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !omitted.includes(name)),
  ) as Omit<Fields, Name>;
}
