// Tools for the tests of sessions.

export function double({ n }: { readonly n: number }): number {
  return 2 * n;
}

/** Keeps its thread busy without end. */
export function block(): never {
  for (;;);
}
