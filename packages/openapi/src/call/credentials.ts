// Adds the host's credentials to requests. Arguments can't affect them, and messages never contain
// them. Text credentials are checked when the tools are created, and those from functions at each
// call.

import { OptionError } from "@ptc/core/errors";
import type { SchemeKind, SecuritySchemes } from "../document/security.ts";
import type { ParameterLocation } from "../plan/parameters.ts";
import { lastingFailure } from "./failures.ts";
import type { HttpRequest } from "./http-request.ts";
import { encodeAll } from "./percent.ts";

/** A key, a token, or a user name with a password. */
export type Credential = string | { readonly username: string; readonly password: string };

/** Called before each request, for credentials that expire. */
export type CredentialSource = (context: {
  readonly signal: AbortSignal;
}) => Credential | Promise<Credential>;

export interface CredentialOptions {
  readonly security: ReadonlyMap<string, Credential | CredentialSource>;
  readonly headers: ReadonlyMap<string, string>;
}

/** Adds a credential to a request. */
type Writer<Kind> = (request: HttpRequest, scheme: Kind, text: string) => void;

type KindNamed<Name> = Extract<SchemeKind, { readonly kind: Name }>;

const writers: { readonly [Name in SchemeKind["kind"]]: Writer<KindNamed<Name>> } = {
  apiKey: (request, { location, name }, text) => {
    if (location === "header") request.headers.set(name.toLowerCase(), text);
    else if (location === "query") request.query.push([encodeAll(name), encodeAll(text)]);
    else request.cookies.push([name, encodeAll(text)]);
  },
  bearer: (request, _scheme, text) => request.headers.set("authorization", `Bearer ${text}`),
  basic: (request, _scheme, text) => request.headers.set("authorization", `Basic ${text}`),
  http: (request, { scheme }, text) => request.headers.set("authorization", `${scheme} ${text}`),
  mutualTLS: () => undefined,
};

/** Headers with other names are not secret, so they are not redacted in results. */
const secretHeaders = /auth|cookie|key|pass|secret|session|signature|token/i;

export class Credentials {
  private readonly schemes: SecuritySchemes;
  private readonly given: CredentialOptions;
  private readonly locations: ReadonlySet<string>;

  constructor(schemes: SecuritySchemes, given: CredentialOptions) {
    this.schemes = schemes;
    this.given = given;
    const ofSchemes = [...given.security.keys()].map((name) => locationOf(schemes.get(name)));
    this.locations = new Set([
      ...ofSchemes,
      ...[...given.headers.keys()].map((name) => `header ${name.toLowerCase()}`),
    ]);
  }

  /** True for a part of the request that the host sets. */
  isGiven = (location: ParameterLocation, name: string): boolean =>
    this.locations.has(`${location} ${location === "header" ? name.toLowerCase() : name}`);

  /**
   * Returns the schemes of the first alternative with all credentials from the host, or undefined
   * without such an alternative.
   */
  chosen(needs: readonly (readonly string[])[]): readonly string[] | undefined {
    if (needs.length === 0) return [];
    const given = needs.filter((need) => need.every((name) => this.isAtHand(name)));
    // An alternative without credentials comes last, because servers return more to authenticated
    // callers.
    return given.find((need) => need.length > 0) ?? given[0];
  }

  private isAtHand(name: string): boolean {
    return this.given.security.has(name) || this.schemes.get(name)?.kind === "mutualTLS";
  }

  /**
   * Adds the credentials to a request, and returns its secret texts.
   * @throws ToolFailure if a function returns no valid credential
   */
  async addTo(
    request: HttpRequest,
    chosen: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const secrets: string[] = [];
    for (const [name, value] of this.given.headers) {
      request.headers.set(name.toLowerCase(), value);
      if (secretHeaders.test(name)) secrets.push(value, ...value.split(" ").slice(1));
    }
    for (const name of chosen) {
      const scheme = this.schemes.get(name);
      const given = this.given.security.get(name);
      if (scheme === undefined || given === undefined) continue;
      const credential = typeof given === "function" ? await asked(name, given, signal) : given;
      const text = credentialText(scheme, credential);
      if (text === undefined) throw noCredentials(name);
      write(request, scheme, text);
      secrets.push(text, ...(typeof credential === "string" ? [] : [credential.password]));
    }
    return secrets;
  }
}

function locationOf(scheme: SchemeKind | undefined): string {
  if (scheme?.kind !== "apiKey") return "header authorization";
  const { location, name } = scheme;
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}

function write<Name extends SchemeKind["kind"]>(
  request: HttpRequest,
  scheme: KindNamed<Name>,
  text: string,
): void {
  // The table has a matching writer for each kind, but the compiler can't verify that.
  (writers[scheme.kind] as Writer<KindNamed<Name>>)(request, scheme, text);
}

async function asked(
  name: string,
  source: CredentialSource,
  signal: AbortSignal,
): Promise<Credential> {
  try {
    return await source({ signal });
  } catch {
    // The error's message may contain part of a credential.
    throw noCredentials(name);
  }
}

function noCredentials(name: string): Error {
  return lastingFailure(
    `the function of the option security.${name} returned no valid credentials: the request was not sent`,
    { kind: "no_credentials" },
  );
}

/** Returns the text for the request, or undefined if the credential is invalid. */
function credentialText(scheme: SchemeKind, credential: unknown): string | undefined {
  const pair = typeof credential === "object" && credential !== null ? credential : undefined;
  if (scheme.kind === "basic") {
    const { username, password }: Partial<Record<string, unknown>> = { ...pair };
    if (typeof username !== "string" || typeof password !== "string" || username.includes(":"))
      return undefined;
    return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
  }
  const isText = typeof credential === "string" && /^[\x20-\x7e]{1,20000}$/.test(credential);
  return isText && credential.trim() !== "" ? credential : undefined;
}

/** @throws OptionError without the credential in its message */
export function assertCredential(option: string, scheme: SchemeKind, given: unknown): void {
  if (typeof given === "function" || credentialText(scheme, given) !== undefined) return;
  throw new OptionError(
    option,
    scheme.kind === "basic"
      ? "expected { username, password } without a colon in the name, or a function that gives them"
      : "expected a string of one line of ASCII characters, or a function that returns one",
  );
}
