// Reads how long a server asks a client to wait before it retries.

/**
 * Returns the milliseconds that the headers `retry-after-ms` or `retry-after` ask for, or
 * `undefined` if neither can be read. `now` is the time, in milliseconds, that a date is compared
 * with.
 */
export function retryAfterMs(
  header: (name: string) => string | undefined,
  now: number,
): number | undefined {
  const milliseconds = nonNegativeNumber(header("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const text = header("retry-after");
  const seconds = nonNegativeNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  const wait = text === undefined ? NaN : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function nonNegativeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,9}(?:\.\d{1,9})?\s*$/.test(text)
    ? Number(text)
    : undefined;
}
