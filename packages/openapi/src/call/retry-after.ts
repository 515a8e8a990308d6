// Whether a call that failed may be made again, and when. An agent does so where the tool has
// `retries`.

/** Statuses that may pass. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Those by which a server says that it did nothing. */
const untouched: ReadonlySet<number> = new Set([425, 429, 503]);

/** What is the same however often it is asked for. Source: RFC 9110, section 9.2.2. */
const idempotent: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PUT",
  "DELETE",
]);

/** Who is told to wait longer is told to come back another time. */
const longestWaitMs = 30_000;

export interface Retry {
  readonly isLasting: boolean;
  /** How long the server asks to wait. */
  readonly afterMs: number | undefined;
}

export function isIdempotent(method: string): boolean {
  return idempotent.has(method);
}

export function retryOf({ status, headers }: Response, method: string): Retry {
  const afterMs = waitOf(headers);
  const mayPass = isIdempotent(method) ? passing.has(status) : untouched.has(status);
  return { isLasting: !mayPass || (afterMs ?? 0) > longestWaitMs, afterMs };
}

/** In seconds, or as a time, which counts from the time of the answer. */
function waitOf(headers: Headers): number | undefined {
  const said = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,7}$/.test(said)) return Number(said) * 1_000;
  const wait = Date.parse(said) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
