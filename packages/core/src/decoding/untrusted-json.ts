// Inspects untrusted JSON, which may not be JSON at all. Every error is a DecodingError that names
// the location.

import { shortened } from "../printing/internal.ts";
import { maximumDataDepth } from "../values/index.ts";
import { isForeignPlain } from "../values/internal.ts";

/**
 * Thrown for JSON that isn't an encoded value. `path` is the location, such as `items[2].$set[0]`,
 * and is empty at the top.
 */
export class DecodingError extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(path === "" ? problem : `${path}: ${problem}`);
    this.name = "DecodingError";
    this.path = path;
  }
}

/**
 * Returns the fields of a plain object of any realm. Rejects class instances, because JSON can't
 * have produced them.
 */
export function fieldsOf(json: object, path: string): readonly [string, unknown][] {
  const fields = readable(path, () => {
    const prototype: unknown = Object.getPrototypeOf(json);
    return prototype === null || prototype === Object.prototype || isForeignPlain(prototype)
      ? Object.entries(json)
      : undefined;
  });
  if (fields === undefined)
    throw new DecodingError(path, "expected JSON, got an object of a class");
  return fields;
}

export function isList(json: object, path: string): json is readonly unknown[] {
  return readable(path, () => Array.isArray(json));
}

/**
 * Returns the result of `read`. Parsed JSON never throws, but an accessor or a proxy may; its
 * error becomes a DecodingError.
 */
export function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new DecodingError(path, "it cannot be read");
  }
}

export function assertDepth(path: string, depth: number): void {
  if (depth > maximumDataDepth) throw new DecodingError(shortened(path, 80), "nested too deep");
}

/** Returns the path of a field of the value at `path`: `items.name`. */
export function fieldPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
