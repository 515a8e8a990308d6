// A native Map that continues in parts once it is large. Hosts copy a whole Map when it grows,
// which blocks the event loop for that time. Each part is copied separately.

/** The common interface of a native Map and one in parts. */
export interface NativeIndex<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The maximum size of a single Map. Copying this many entries takes some milliseconds. */
const largest = 32_768;

const parts = 64;

/** Adds the entry and returns `map`, or its replacement if it became too large. */
export function indexed<Key, Value>(
  map: NativeIndex<Key, Value> | undefined,
  key: Key,
  value: Value,
): NativeIndex<Key, Value> {
  const index = map ?? new Map<Key, Value>();
  const grown = index instanceof Map && index.size === largest ? new PartedMap(index) : index;
  grown.set(key, value);
  return grown;
}

class PartedMap<Key, Value> implements NativeIndex<Key, Value> {
  private readonly first: ReadonlyMap<Key, Value>;
  private readonly parts = Array.from({ length: parts }, () => new Map<Key, Value>());

  constructor(first: ReadonlyMap<Key, Value>) {
    this.first = first;
  }

  get(key: Key): Value | undefined {
    return this.first.get(key) ?? this.partOf(key)?.get(key);
  }

  /** Adds a key that doesn't exist yet. */
  set(key: Key, value: Value): void {
    this.partOf(key)?.set(key, value);
  }

  private partOf(key: Key): Map<Key, Value> | undefined {
    return this.parts[partNumber(key)];
  }
}

/**
 * Returns the part of a key. Parts differ in size, and the last one has twice as many keys as the
 * first; parts of equal size would all grow at the same time. Keys that were crafted to share a
 * part behave as in one native Map.
 */
function partNumber(key: unknown): number {
  const place = (mixed(key) >>> 0) / 0x1_0000_0000;
  return Math.floor(parts * (Math.sqrt(1 + 3 * place) - 1));
}

function mixed(key: unknown): number {
  if (typeof key !== "string") return 0;
  const last = key.length - 1;
  let mixture = key.length;
  for (const place of [0, last >> 1, last - 2, last - 1, last])
    mixture = Math.imul(mixture ^ key.charCodeAt(place), 0x9e37_79b1);
  return mixture;
}
