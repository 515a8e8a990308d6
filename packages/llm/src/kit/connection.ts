// Checks the options of a provider's models once, before any request.

import { unknownOption } from "@ptc/core/internal/errors";
import { boundedFetch } from "@ptc/core/internal/fetch";
import type { ModelCapabilities } from "../contract/model-capabilities.ts";
import { environmentKey, missingKeyMessage, type EnvironmentKey } from "./environment-key.ts";
import type { RequestTimes } from "./request-bounds.ts";
import { isHeaderValue } from "./request-headers.ts";

/** Options of all providers' models. */
export interface ConnectionOptions {
  /** The API key. Default: the provider's environment variable, except in browsers. */
  readonly apiKey?: string | undefined;
  /** The http or https URL of the API. */
  readonly baseUrl?: string | undefined;
  /** Defaults to the host's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The time limit in milliseconds: for a complete response, or between two events of a stream
   * that have content. Default 600,000.
   */
  readonly timeoutMs?: number;
  /** The time limit of a whole request in milliseconds, also of a stream. Default 3,600,000. */
  readonly totalTimeoutMs?: number;
  /**
   * The size limit in bytes of a complete response, and of each event of a stream. A stream may
   * have ten times as many in total. Default 20,000,000.
   */
  readonly maxResponseBytes?: number;
  /** The capabilities of this model, if they differ from the provider's defaults. */
  readonly capabilities?: Partial<ModelCapabilities>;
}

/** The checked options of a connection, with defaults. */
export interface Connection {
  /** Absent for a server without keys. */
  readonly apiKey: string | undefined;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly url: URL;
  /** Bounds the bytes of responses. */
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly capabilities: ModelCapabilities;
}

/** A connection to a provider that requires a key. */
export interface KeyedConnection extends Connection {
  readonly apiKey: string;
}

/** The provider's part of the check. */
export interface ConnectionDefaults {
  /** The name of the provider's function, for messages. */
  readonly provider: string;
  readonly baseUrl: string;
  /** The environment variables of the key. Absent if the provider has none. */
  readonly environmentKey?: EnvironmentKey;
  /** The id of one of the provider's models, for messages. */
  readonly exampleModel: string;
  /** The names of the provider's own options, besides those of every provider. */
  readonly ownOptions?: readonly string[];
  /** The capabilities of the model, which may depend on the server. */
  readonly capabilities: ModelCapabilities | ((url: URL) => ModelCapabilities);
}

const sharedOptions = [
  "apiKey",
  "baseUrl",
  "fetch",
  "headers",
  "timeoutMs",
  "totalTimeoutMs",
  "maxResponseBytes",
  "capabilities",
] as const satisfies readonly (keyof ConnectionOptions)[];

const defaultTimes: RequestTimes = { timeoutMs: 600_000, totalTimeoutMs: 3_600_000 };

const defaultResponseBytes = 20_000_000;

/** The longest delay of the host's timers. */
export const longestTimeoutMs = 2_147_483_647;

/** Option names of the providers' own clients, and the matching names here. */
const aliases: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["baseURL", "baseUrl"],
  ["timeout", "timeoutMs"],
  ["key", "apiKey"],
  ["defaultHeaders", "headers"],
]);

/**
 * Returns the checked options. The key stays optional; see `keyedConnection`.
 * @throws TypeError with the name of the option. No message contains a key.
 */
export function checkedConnection(
  modelId: unknown,
  given: ConnectionOptions,
  defaults: ConnectionDefaults,
): Connection {
  const { provider, exampleModel, ownOptions = [] } = defaults;
  const names: readonly string[] = [...sharedOptions, ...ownOptions];
  const refuse = (problem: string): TypeError => new TypeError(`${provider}: ${problem}`);
  if (typeof modelId !== "string" || modelId.trim() === "")
    throw refuse(`expected a model id, such as ${exampleModel}`);
  // Callers in JavaScript can omit the options or pass anything.
  if (typeof (given as unknown) !== "object" || (given as unknown) === null)
    throw refuse(`expected options: ${names.join(", ")}`);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw refuse(`${unknown}: ${unknownOption(unknown, names, aliases.get(unknown))}`);
  const { headers = {}, fetch, maxResponseBytes = defaultResponseBytes } = given;
  if (fetch !== undefined && typeof fetch !== "function")
    throw refuse("fetch: expected a function");
  if (!isWholeNumber(maxResponseBytes, Number.MAX_SAFE_INTEGER))
    throw refuse("maxResponseBytes: expected a whole number from 1");
  const url = checkedUrl(given.baseUrl ?? defaults.baseUrl, refuse);
  const { capabilities } = defaults;
  return {
    apiKey: keyOf(given.apiKey, url, defaults, refuse),
    baseUrl: withoutSlashes(url.href),
    url,
    fetch: boundedFetch(fetch ?? hostFetch, { maxResponseBytes }),
    headers: checkedHeaders(headers, refuse),
    ...checkedTimes(given, refuse),
    capabilities: {
      ...(typeof capabilities === "function" ? capabilities(url) : capabilities),
      ...given.capabilities,
    },
  };
}

/** Returns the connection of a provider that requires a key. @throws TypeError without one */
export function keyedConnection(
  connection: Connection,
  defaults: Pick<ConnectionDefaults, "provider" | "environmentKey">,
): KeyedConnection {
  const { apiKey, url } = connection;
  if (apiKey === undefined)
    throw new TypeError(`${defaults.provider}: ${missingKey(defaults, url)}`);
  return { ...connection, apiKey };
}

function missingKey(defaults: Pick<ConnectionDefaults, "environmentKey">, url: URL): string {
  const { environmentKey: variables } = defaults;
  return variables === undefined ? "missing apiKey" : missingKeyMessage(variables, url);
}

type Refuse = (problem: string) => TypeError;

/** Looks up the host's `fetch` at each request, because tests and libraries may replace it. */
const hostFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);

/**
 * Returns the time limits of a request. Without `totalTimeoutMs`, it is at least `timeoutMs`.
 * Throws the error of `refuse` for invalid values.
 */
export function checkedTimes(
  given: { readonly timeoutMs?: unknown; readonly totalTimeoutMs?: unknown },
  refuse: Refuse,
): RequestTimes {
  const timeoutMs = checkedTime("timeoutMs", given.timeoutMs ?? defaultTimes.timeoutMs, refuse);
  const total = given.totalTimeoutMs ?? Math.max(timeoutMs, defaultTimes.totalTimeoutMs);
  return { timeoutMs, totalTimeoutMs: checkedTime("totalTimeoutMs", total, refuse) };
}

function checkedTime(name: keyof RequestTimes, given: unknown, refuse: Refuse): number {
  if (isWholeNumber(given, longestTimeoutMs)) return given;
  throw refuse(`${name}: expected a whole number from 1 to ${String(longestTimeoutMs)}`);
}

function isWholeNumber(given: unknown, maximum: number): given is number {
  return Number.isSafeInteger(given) && Number(given) >= 1 && Number(given) <= maximum;
}

function checkedUrl(baseUrl: unknown, refuse: Refuse): URL {
  const text = typeof baseUrl === "string" ? baseUrl : "";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw refuse("baseUrl: expected an http or https URL");
  if (url.username !== "" || url.password !== "")
    throw refuse("baseUrl: must not contain a user name or password (use headers)");
  return url;
}

function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}

/** Returns the given key, or the one of the environment. */
function keyOf(
  given: unknown,
  url: URL,
  defaults: ConnectionDefaults,
  refuse: Refuse,
): string | undefined {
  if (given === undefined) {
    const { environmentKey: variables } = defaults;
    const found = variables === undefined ? undefined : environmentKey(variables, url);
    return found === undefined ? undefined : checkedKey(found.name, found.value, refuse);
  }
  if (typeof given !== "string" || given.trim() === "") throw refuse(missingKey(defaults, url));
  return checkedKey("apiKey", given, refuse);
}

function checkedKey(name: string, key: string, refuse: Refuse): string {
  // A header can't contain other characters, and the host's error would show the key.
  if (/^[\x20-\x7e]+$/.test(key)) return key;
  throw refuse(`${name}: expected printable ASCII characters without line breaks`);
}

function checkedHeaders(
  headers: Readonly<Record<string, unknown>>,
  refuse: Refuse,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]): readonly [string, string] => {
      // The error of the host's fetch would show the value.
      if (typeof value === "string" && isHeaderValue(value)) return [name, value];
      throw refuse(`headers: expected text without line breaks for ${JSON.stringify(name)}`);
    }),
  );
}
