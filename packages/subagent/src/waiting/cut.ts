// Cuts the effects of a run at one of its turns, so that it continues from there.

interface Cut<Line, Times> {
  readonly lines: readonly Line[];
  readonly times: readonly Times[];
}

/** Returns the effects before a turn of the run itself, not of its child missions. */
export function cutAt<
  Line extends { readonly type: string; readonly at: string },
  Times extends readonly [at: string, ...rest: unknown[]],
>(turn: number, { lines, times }: Cut<Line, Times>): Cut<Line, Times> {
  const end = lines.findIndex(({ type, at }) => type !== "store" && (turnOf(at) ?? 0) >= turn);
  return {
    lines: end === -1 ? lines : lines.slice(0, end),
    times: times.filter(([at]) => (turnOf(at) ?? 0) < turn),
  };
}

/** Returns the turn of a location. Undefined if it isn't within a turn. */
export function turnOf(location: string): number | undefined {
  const turn = Number(/^\d+(?=\/|$)/.exec(location)?.[0]);
  return Number.isSafeInteger(turn) ? turn : undefined;
}
