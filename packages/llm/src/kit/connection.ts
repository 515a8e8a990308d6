// The options that models of all providers take, checked once, before anything is sent.

import { unknownOption } from "@ptc/core/errors";
import { isHeaderValue } from "./request-headers.ts";

/** How the server of a provider is reached. */
export interface ConnectionOptions {
  /** The key. It is read from no environment. */
  readonly apiKey?: string;
  /** Where the API begins, by http or https. */
  readonly baseUrl?: string;
  /** Default: the host's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until a request is given up that was not answered. */
  readonly timeoutMs?: number;
}

/** The options of a connection after they were checked, with the defaults filled in. */
export interface Connection {
  /** Absent where the user gave none. */
  readonly apiKey: string | undefined;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly url: URL;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** What an adapter says of its provider when its options are checked. */
export interface ConnectionDefaults {
  /** How messages name the provider's function. */
  readonly provider: string;
  readonly baseUrl: string;
  /** A name as the provider's models have. */
  readonly exampleModel: string;
  /** The names of all options, in the order of messages. */
  readonly options: readonly string[];
}

const usualTimeout = 600_000;

/** More is refused by the timers of the hosts. */
const longestTimeout = 2_147_483_647;

/** Option names of the providers' own clients, with the name here. */
const aliases: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["baseURL", "baseUrl"],
  ["timeout", "timeoutMs"],
  ["key", "apiKey"],
  ["defaultHeaders", "headers"],
]);

/**
 * Whether there has to be a key is for the provider to say.
 * @throws TypeError with the name of the option; no message shows a key.
 */
export function checkedConnection(
  modelId: unknown,
  given: ConnectionOptions,
  defaults: ConnectionDefaults,
): Connection {
  const { provider, exampleModel } = defaults;
  const refuse = (problem: string): TypeError => new TypeError(`${provider}: ${problem}`);
  if (typeof modelId !== "string" || modelId.trim() === "")
    throw refuse(`expected the name of a model, such as ${exampleModel}`);
  // A caller in JavaScript may leave the options out, or give anything.
  if (typeof (given as unknown) !== "object" || (given as unknown) === null)
    throw refuse(`expected options: ${defaults.options.join(", ")}`);
  const unknown = Object.keys(given).find((name) => !defaults.options.includes(name));
  if (unknown !== undefined)
    throw refuse(`${unknown}: ${unknownOption(unknown, defaults.options, aliases.get(unknown))}`);
  const { headers = {}, fetch, timeoutMs = usualTimeout } = given;
  if (fetch !== undefined && typeof fetch !== "function")
    throw refuse("fetch: expected a function");
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > longestTimeout)
    throw refuse(`timeoutMs: expected a whole number from 1 to ${String(longestTimeout)}`);
  const url = checkedUrl(given.baseUrl ?? defaults.baseUrl, refuse);
  return {
    apiKey: checkedKey(given.apiKey, refuse),
    baseUrl: withoutSlashes(url.href),
    url,
    fetch,
    headers: checkedHeaders(headers, refuse),
    timeoutMs,
  };
}

type Refuse = (problem: string) => TypeError;

function checkedUrl(baseUrl: unknown, refuse: Refuse): URL {
  const text = typeof baseUrl === "string" ? baseUrl : "";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw refuse("baseUrl: expected a URL that begins with http");
  if (url.username !== "" || url.password !== "")
    throw refuse("baseUrl: expected no name and password in it: use headers");
  return url;
}

function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}

function checkedKey(apiKey: unknown, refuse: Refuse): string | undefined {
  if (apiKey === undefined) return undefined;
  if (typeof apiKey !== "string" || apiKey.trim() === "")
    throw refuse("apiKey is missing: pass the key, it is read from nowhere");
  // A header cannot hold it, and the host's error would show it.
  if (!/^[\x20-\x7e]+$/.test(apiKey))
    throw refuse("apiKey: expected no line ends and no letters beyond ASCII");
  return apiKey;
}

function checkedHeaders(
  headers: Readonly<Record<string, unknown>>,
  refuse: Refuse,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]): readonly [string, string] => {
      // The error of the host's fetch would show what stands in it.
      if (typeof value === "string" && isHeaderValue(value)) return [name, value];
      throw refuse(`headers: expected a text without line ends for ${JSON.stringify(name)}`);
    }),
  );
}
