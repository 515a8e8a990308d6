// Tools for the tests of sessions.

export function double({ n }: { readonly n: number }): number {
  return 2 * n;
}

/** Blocks its thread forever. */
export function block(): never {
  for (;;);
}
