// A bound on how deep nested data may be walked by recursion, so that hostile nesting ends in an
// error a caller can name and not in the host's stack overflow.

/** How deep printing, comparing, hashing, encoding and handing over follow nested data. */
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
