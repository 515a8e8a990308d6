// Bounds how deep nested data may be walked by recursion, so that hostile data ends in an error
// that a caller can handle and not in an overflow of the host's stack.

/**
 * How many levels of nested data are followed in printing, comparing, hashing, encoding and handing
 * over to the host.
 */
export const maximumDataDepth = 512;

/**
 * Thrown where nested data is deeper than `maximumDataDepth`; callers turn it into their own typed
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
