// The options of `openApiTools` and their checks. An invalid option throws immediately, with its
// name. Messages never contain credentials.

import { shortened } from "@ptc/core/internal/printing";
import { OptionError } from "@ptc/core/errors";
import type { BigIntJson } from "@ptc/core/json";
import { unknownOption } from "@ptc/core/internal/errors";
import type { Credential, CredentialSource } from "./call/credentials.ts";
import type { Fetch } from "./call/call-operation.ts";
import { methods } from "./document/operations.ts";
import { serverOfOption, type Server } from "./document/servers.ts";
import { isPrefix } from "./plan/tool-name.ts";
import { isToken } from "./plan/parameters.ts";
import { includeLists, type IncludeOption } from "./selection.ts";

/** The operations whose calls wait for an approval. */
export type OpenApiApproval = "all" | "writes" | "destructive";

/**
 * The options of `openApiTools`: the API's URL and credentials, the selected operations, and the
 * limits of calls.
 */
export interface OpenApiOptions {
  /** Sends the requests; default: the host's `fetch`. */
  readonly fetch?: Fetch;
  /**
   * The URL of the API, instead of the document's server. Required with credentials (`security`,
   * `headers`), so that a document can't decide where they go.
   */
  readonly baseUrl?: string;
  /** Values for the variables in the URL of the document's first server. */
  readonly serverVariables?: Readonly<Record<string, string>>;
  /**
   * Whether the document's server may have a loopback, link-local or private address; default
   * false. Requests to `baseUrl` don't need it.
   */
  readonly allowPrivateServer?: boolean;
  /**
   * Credentials by the name of their security scheme: a key, a token, `{ username, password }` for
   * basic authentication, or a function called before each request.
   */
  readonly security?: Readonly<Record<string, Credential | CredentialSource>>;
  /** Headers of each request. Arguments can't replace them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The operations that become tools. Default: all, including those that write. */
  readonly include?: IncludeOption;
  /**
   * The prefix of each name: with `shop/`, programs call `(tool/shop/getOrder …)`. Default: none.
   */
  readonly prefix?: string;
  /**
   * The operations whose calls wait for an approval: all, those that may change something (every
   * method except GET, HEAD, OPTIONS and TRACE), or those that replace or delete something (PUT,
   * PATCH, DELETE). Default: none. A service may do anything with any method; HTTP only says what
   * it should do.
   */
  readonly approve?: OpenApiApproval;
  /** The time in milliseconds after which a call that waits counts as denied. Default: no limit. */
  readonly approvalTimeoutMs?: number;
  /** The largest response in bytes; default 5,000,000. */
  readonly maxResponseBytes?: number;
  /** The time limit of a call in milliseconds; default 30,000. */
  readonly timeoutMs?: number;
  /**
   * The number of retries of a failed call; default 0. Applies only to idempotent methods (GET,
   * HEAD, OPTIONS, TRACE, PUT, DELETE) and temporary failures: the server can't be reached, or
   * responds with 408, 425, 429, 500, 502, 503 or 504. A `Retry-After` of up to 30 seconds is
   * respected.
   */
  readonly retries?: number;
  /**
   * How to send an integer beyond 2^53, such as an id of 18 digits: as a number with all digits, as
   * text, or not at all. Default `number`, because APIs of such ids read them exactly. Responses
   * are always read exactly.
   */
  readonly bigint?: BigIntJson;
  /**
   * How responses are compared with the document's schemas. `"warn"` passes a response that differs
   * on, with a warning in the step and for the model; `true` fails the call; `false` also omits the
   * types of responses from the tools. Default `"warn"`, because many services differ from their
   * documents.
   */
  readonly checkAnswers?: boolean | "warn";
  /** Whether an operation that can't become a tool is an error; default false. */
  readonly strict?: boolean;
}

export interface CheckedOptions {
  readonly fetch: Fetch;
  readonly baseUrl: Server | undefined;
  readonly serverVariables: ReadonlyMap<string, string>;
  readonly allowPrivateServer: boolean;
  readonly security: ReadonlyMap<string, Credential | CredentialSource>;
  readonly headers: ReadonlyMap<string, string>;
  readonly include: IncludeOption | undefined;
  readonly prefix: string;
  readonly approve: OpenApiApproval | undefined;
  readonly approvalTimeoutMs: number | undefined;
  readonly maxResponseBytes: number;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly bigint: BigIntJson;
  readonly checkAnswers: boolean | "warn";
  readonly strict: boolean;
}

/** Callers in JavaScript may pass anything. */
type Given = Readonly<Record<keyof OpenApiOptions, unknown>>;

type Readers = {
  readonly [Name in keyof CheckedOptions]: (given: unknown, name: string) => CheckedOptions[Name];
};

/** In the order of messages and checks. */
const readers: Readers = {
  fetch: (given, name) => {
    if (given === undefined) return (url, init) => globalThis.fetch(url, init);
    if (typeof given !== "function") throw wrong(name, "expected a function");
    return given as Fetch;
  },
  baseUrl: (given) => (given === undefined ? undefined : serverOfOption(given)),
  serverVariables: (given, name) => texts(name, given),
  allowPrivateServer: (given = false, name) => flag(name, given),
  security: (given, name) =>
    new Map(Object.entries(record(name, given)) as [string, Credential | CredentialSource][]),
  headers: (given, name) => headers(name, given),
  include: (given, name) => includeOption(name, given),
  prefix: (given = "", name) => {
    if (typeof given === "string" && isPrefix(given)) return given;
    throw wrong(
      name,
      "expected up to 40 ASCII letters, digits, `_` and `-`, starting with a letter, with an optional `/` at the end",
    );
  },
  approve: (given, name) => {
    if (given === undefined) return undefined;
    const choice = approvals.find((one) => one === given);
    if (choice === undefined)
      throw wrong(
        name,
        'expected "all", "writes" or "destructive"; omit it if no call should wait',
      );
    return choice;
  },
  approvalTimeoutMs: (given, name) =>
    given === undefined ? undefined : whole(name, given, 1, Number.MAX_SAFE_INTEGER),
  maxResponseBytes: (given = 5_000_000, name) => whole(name, given, 1, 20_000_000),
  timeoutMs: (given = 30_000, name) => whole(name, given, 1, 2 ** 31 - 1),
  retries: (given = 0, name) => whole(name, given, 0, 100),
  bigint: (given = "number", name) => {
    const choice = bigintChoices.find((one) => one === given);
    if (choice === undefined) throw wrong(name, `expected ${bigintChoices.join(", ")}`);
    return choice;
  },
  checkAnswers: (given = "warn", name) => {
    if (given === "warn" || typeof given === "boolean") return given;
    throw wrong(name, 'expected true, false or "warn"');
  },
  strict: (given = false, name) => flag(name, given),
};

const approvals: readonly OpenApiApproval[] = ["all", "writes", "destructive"];
const bigintChoices: readonly BigIntJson[] = ["number", "string", "error"];

/** Option names of HTTP clients, and the matching names here. */
const aliases: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["baseURL", "baseUrl"],
  ["auth", "security"],
  ["timeout", "timeoutMs"],
]);

/** @throws OptionError */
export function checkedOptions(given: OpenApiOptions | undefined): CheckedOptions {
  const options = record("options", given);
  const names = Object.keys(readers) as (keyof CheckedOptions)[];
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(readers, name));
  if (unknown !== undefined)
    throw new OptionError(
      shortened(unknown, 80),
      unknownOption(unknown, names, aliases.get(unknown)),
    );
  const checked = Object.fromEntries(
    names.map((name) => [name, readers[name]((options as Given)[name], name)]),
    // The table has a reader of the right type for each name, but the compiler can't verify that.
  ) as unknown as CheckedOptions;
  const { security, headers: sent, baseUrl } = checked;
  if (baseUrl === undefined && security.size + sent.size > 0)
    throw new OptionError(
      "baseUrl",
      "required with `security` or `headers`: credentials are never sent to a server that only the document names",
    );
  return checked;
}

function wrong(option: string, expected: string): OptionError {
  return new OptionError(option, expected);
}

function record(option: string, given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined) return {};
  if (typeof given === "object" && given !== null && !Array.isArray(given))
    return given as Readonly<Record<string, unknown>>;
  throw wrong(option, "expected an object");
}

function texts(option: string, given: unknown): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(record(option, given)).map(([name, value]) => {
      if (typeof value === "string") return [name, value];
      throw wrong(`${option}.${name}`, "expected a string");
    }),
  );
}

function headers(option: string, given: unknown): ReadonlyMap<string, string> {
  const sent = texts(option, given);
  for (const [name, value] of sent) {
    if (!isToken(name)) throw wrong(option, `${JSON.stringify(name)} is not a valid header name`);
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw wrong(`${option}.${name}`, "expected one line of ASCII characters");
  }
  return sent;
}

function includeOption(option: string, given: unknown): IncludeOption | undefined {
  if (given === undefined || typeof given === "function") return given as IncludeOption | undefined;
  for (const [name, list] of Object.entries(record(option, given))) {
    if (!includeLists.includes(name))
      throw wrong(`${option}.${name}`, unknownOption(name, includeLists));
    if (list !== undefined && !isTexts(list))
      throw wrong(`${option}.${name}`, "expected a list of strings");
    const method =
      name === "methods" && isTexts(list) ? list.find((one) => !isMethod(one)) : undefined;
    if (method !== undefined)
      throw wrong(
        `${option}.${name}`,
        `${JSON.stringify(shortened(method, 20))} is not an OpenAPI method`,
      );
  }
  return given as IncludeOption;
}

function isTexts(given: unknown): given is readonly string[] {
  return Array.isArray(given) && given.every((one) => typeof one === "string");
}

function isMethod(name: string): boolean {
  return methods.some((method) => method === name.toLowerCase());
}

function whole(option: string, given: unknown, least: number, most: number): number {
  if (typeof given === "number" && Number.isSafeInteger(given) && given >= least && given <= most)
    return given;
  throw wrong(option, `expected a whole number from ${String(least)} to ${String(most)}`);
}

function flag(option: string, given: unknown): boolean {
  if (typeof given === "boolean") return given;
  throw wrong(option, "expected true or false");
}
