// Freezes host data, to find a host that changes it while a program reads it in place.

/** Freezes plain objects and arrays, at any depth; everything else is left alone. */
export function freezeDeep(value: unknown): void {
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null || Object.isFrozen(next) || ArrayBuffer.isView(next)) continue;
    Object.freeze(next);
    for (const property of Object.values(Object.getOwnPropertyDescriptors(next))) {
      const child: unknown = property.value;
      if (typeof child === "object" && child !== null) pending.push(child);
    }
  }
}
