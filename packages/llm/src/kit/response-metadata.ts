// Selects the headers of a response for its metadata. Headers are untrusted, so only known names
// are included, and their number and length are limited.

import type { ResponseMetadata } from "../contract/response-metadata.ts";
import { redactSecrets } from "../errors/redact-secrets.ts";
import { presentFields } from "@ptc/core/internal/host";

const requestIds = ["request-id", "x-request-id", "x-goog-request-id"];

const knownHeaders: ReadonlySet<string> = new Set([
  ...requestIds,
  "cf-ray",
  "date",
  "openai-processing-ms",
  "openai-version",
  "retry-after",
  "retry-after-ms",
  "server-timing",
]);

/** `x-ratelimit-remaining-tokens`, `anthropic-ratelimit-requests-reset` */
const limits = /^(?:[a-z]{1,20}-)?ratelimit(?:-[a-z0-9]{1,30}){0,5}$/;

const most = { headers: 40, characters: 200 };

/**
 * Returns the metadata of a response, from its headers and the time in its body, in milliseconds
 * since 1970. Returns undefined if both are absent.
 */
export function responseMetadata(
  headers: Headers | Readonly<Record<string, unknown>> | undefined,
  createdAt?: number,
): ResponseMetadata | undefined {
  const found = new Map(
    entriesOf(headers)
      .filter(([name]) => knownHeaders.has(name) || limits.test(name))
      .slice(0, most.headers),
  );
  const metadata = presentFields({
    requestId: requestIds
      .map((name) => found.get(name))
      .find((id) => id !== undefined && id !== ""),
    createdAt: createdAt !== undefined && isTime(createdAt) ? createdAt : undefined,
    headers: found.size === 0 ? undefined : Object.fromEntries(found),
  });
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}

function entriesOf(
  headers: Headers | Readonly<Record<string, unknown>> | undefined,
): readonly (readonly [name: string, value: string])[] {
  const entries =
    headers instanceof Headers ? [...headers.entries()] : Object.entries(headers ?? {});
  return entries.flatMap(([name, value]) =>
    typeof value === "string"
      ? [[name.toLowerCase(), redactSecrets(value, most.characters)] as const]
      : [],
  );
}

/** The largest time of a `Date`. */
const lastTime = 8.64e15;

function isTime(value: number): boolean {
  return value >= 0 && value <= lastTime;
}
