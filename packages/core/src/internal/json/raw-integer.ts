// Passes integers through a library that calls `JSON.stringify` itself.

/** Not in the types of TypeScript yet. */
interface RawJson {
  readonly rawJSON?: (text: string) => object;
}

/**
 * Returns an object that `JSON.stringify` writes as a number with every digit of `value`, or
 * `undefined` on hosts without `JSON.rawJSON`, such as Node 20.
 */
export function rawInteger(value: bigint): object | undefined {
  return (JSON as RawJson).rawJSON?.(String(value));
}
