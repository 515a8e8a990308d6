// Limits how deep recursion follows nested data. Hostile data then causes an error that a caller
// can handle, not a stack overflow of the host.

/**
 * The maximum number of levels of nested data that printing, comparing, hashing, encoding and
 * conversion to host data follow.
 */
export const maximumDataDepth = 512;

/**
 * Thrown if nested data is deeper than `maximumDataDepth`. Callers convert it to their own typed
 * failure.
 */
export class DataDepthError extends Error {
  constructor() {
    super(
      `data is nested more than ${String(maximumDataDepth)} levels deep: flatten it or keep references by id`,
    );
    this.name = "DataDepthError";
  }
}

export function assertDepth(depth: number): void {
  if (depth > maximumDataDepth) throw new DataDepthError();
}
