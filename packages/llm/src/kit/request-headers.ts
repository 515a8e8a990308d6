// The headers that a request carries besides those of its adapter, checked before they are sent:
// the error of a host's `fetch` would show what stands in them.

import type { ModelRequest } from "../contract/model-request.ts";
import { ModelError } from "../errors/model-error.ts";

/** A key is given where the model is made, so that no request holds one. */
const ofKeys: ReadonlySet<string> = new Set([
  "api-key",
  "authorization",
  "cookie",
  "proxy-authorization",
  "x-api-key",
  "x-goog-api-key",
]);

/** What the body and the connection say of themselves. */
const ofBody: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "host",
  "transfer-encoding",
]);

/**
 * The headers of `request`, for an adapter to send.
 * @throws ModelError that names the header and does not show its value
 */
export function requestHeaders({
  headers = {},
}: Pick<ModelRequest, "headers">): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers as Readonly<Record<string, unknown>>).map(([name, value]) => {
      const problem = problemOf(name, value);
      if (problem === undefined) return [name, value as string];
      throw new ModelError({
        kind: "invalid_request",
        message: `headers: ${JSON.stringify(name.slice(0, 100))} ${problem}`,
      });
    }),
  );
}

function problemOf(name: string, value: unknown): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name)) return "is no name of a header";
  const known = name.toLowerCase();
  if (ofKeys.has(known)) return "holds a key: give the key where the model is made";
  if (ofBody.has(known)) return "is the adapter's to send";
  if (typeof value !== "string") return "has no text";
  return isHeaderValue(value) ? undefined : "has line ends or characters beyond Latin-1";
}

/** RFC 9110: what is seen, spaces and tabs between it, and the upper half of Latin-1. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
