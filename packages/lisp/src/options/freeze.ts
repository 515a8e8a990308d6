// Freezes host data, to find a host that changes it while a program reads it in place.

/**
 * Freezes plain objects and arrays, at any depth. Everything else is left alone, and so is a proxy
 * that refuses to be frozen.
 */
export function freezeDeep(value: unknown): void {
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null || ArrayBuffer.isView(next)) continue;
    try {
      if (!Object.isFrozen(next)) freezeFields(next, pending);
    } catch {
      // Only a proxy can throw here. It is code of the host, and is read as it answers.
    }
  }
}

function freezeFields(object: object, pending: unknown[]): void {
  Object.freeze(object);
  for (const property of Object.values(Object.getOwnPropertyDescriptors(object))) {
    const child: unknown = property.value;
    if (typeof child === "object" && child !== null) pending.push(child);
  }
}
