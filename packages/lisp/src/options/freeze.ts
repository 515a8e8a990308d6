// Freezes host data, to find hosts that change data while a program reads it in place.

/**
 * Freezes plain objects and arrays at any depth. Skips everything else, and proxies that refuse to
 * be frozen.
 */
export function freezeDeep(value: unknown): void {
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null || ArrayBuffer.isView(next)) continue;
    try {
      if (!Object.isFrozen(next)) freezeFields(next, pending);
    } catch {
      // Only a proxy can throw here. Proxies are host code, and their results are read as they are.
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
