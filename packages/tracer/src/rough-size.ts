// Estimates the memory of an event, for bounds of buffers. The estimate counts shared parts each
// time, so it is an upper bound for ordinary data.

const costs = { value: 16, entry: 16, character: 2 };

/** Parts that an estimate visits; an event with more counts as `endless`. */
const mostParts = 100_000;
const endless = Number.MAX_SAFE_INTEGER;

/**
 * Returns the estimated bytes of `value`: texts, lists, Maps, Sets, bytes and own fields. Never
 * calls accessors or throws.
 */
export function roughSize(value: unknown): number {
  const pending: unknown[] = [value];
  const seen = new Set<object>();
  let size = 0;
  let parts = 0;
  while (pending.length > 0) {
    if (++parts > mostParts || pending.length > mostParts) return endless;
    const part = pending.pop();
    size += costs.value;
    if (typeof part === "string") size += part.length * costs.character;
    else if (typeof part === "object" && part !== null && !seen.has(part)) {
      seen.add(part);
      try {
        size += addParts(part, pending);
      } catch {
        // A Proxy may throw. Its parts are unknown.
        return endless;
      }
    }
  }
  return size;
}

/** Adds the parts of an object to `pending`. Returns the bytes of its entries. */
function addParts(object: object, pending: unknown[]): number {
  if (ArrayBuffer.isView(object)) return object.byteLength;
  if (object instanceof ArrayBuffer) return object.byteLength;
  if (object instanceof Map) for (const entry of object) pending.push(entry[0], entry[1]);
  else if (object instanceof Set) for (const item of object) pending.push(item);
  const names = Object.keys(object);
  let size = names.length * costs.entry;
  for (const name of names) {
    const field = Object.getOwnPropertyDescriptor(object, name);
    if (field !== undefined && "value" in field) pending.push(field.value);
    size += name.length * costs.character;
  }
  return size;
}
