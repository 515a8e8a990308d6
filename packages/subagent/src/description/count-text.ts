// Formats numbers for people.

/** Formats a number as in `12,345`, with at most six decimals. */
export function numberText(count: number): string {
  return count.toLocaleString("en-US", { maximumFractionDigits: 6 });
}

/** Formats a count as in `1 turn` or `2,048 turns`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** Formats a duration as in `0.4 ms`, `17 ms`, `1.2 s` or `2 min 5 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 10) return `${tenths(milliseconds)} ms`;
  if (milliseconds < 1_000) return `${numberText(Math.round(milliseconds))} ms`;
  if (milliseconds < 60_000) return `${tenths(milliseconds / 1_000)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${numberText(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}

function tenths(amount: number): string {
  return String(Math.round(amount * 10) / 10);
}
