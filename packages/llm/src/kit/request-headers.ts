// Checks the headers of a request before they are sent, because errors of a host's `fetch` would
// show their values.

import { shortened } from "@ptc/core/internal/printing";
import type { ModelRequest } from "../contract/model-request.ts";
import { ModelError } from "../errors/model-error.ts";

/** Keys are options of a model, so requests don't contain them. */
const credentialHeaders: ReadonlySet<string> = new Set([
  "api-key",
  "authorization",
  "cookie",
  "proxy-authorization",
  "x-api-key",
  "x-goog-api-key",
]);

/** Headers that describe the body and the connection. */
const adapterHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "host",
  "transfer-encoding",
]);

/**
 * Returns the headers of `request`, for an adapter to send.
 * @throws ModelError with the name of the header, without its value
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
        message: `headers: ${JSON.stringify(shortened(name, 100))} ${problem}`,
      });
    }),
  );
}

function problemOf(name: string, value: unknown): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name)) return "is not a valid header name";
  const known = name.toLowerCase();
  if (credentialHeaders.has(known)) return "holds a credential: pass it when you create the model";
  if (adapterHeaders.has(known)) return "is set by the adapter";
  if (typeof value !== "string") return "is not text";
  return isHeaderValue(value) ? undefined : "has line breaks or characters outside Latin-1";
}

/** True for visible characters, spaces, tabs and the upper half of Latin-1, by RFC 9110. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
