// What the host gives so that its requests are let in. Arguments have no part in it, and messages
// show none of it. Texts are checked when the tools are made, and those of functions at each call.

import { OptionError } from "@ptc/core/errors";
import type { SchemeKind, SecuritySchemes } from "../document/security.ts";
import type { ParameterLocation } from "../plan/parameters.ts";
import { lastingFailure } from "./failures.ts";
import type { HttpRequest } from "./http-request.ts";
import { encodeAll } from "./percent.ts";

/** A key, a token, or a name with its password. */
export type Credential = string | { readonly username: string; readonly password: string };

/** Asked before each request, for credentials that are renewed. */
export type CredentialSource = (context: {
  readonly signal: AbortSignal;
}) => Credential | Promise<Credential>;

export interface CredentialOptions {
  readonly security: ReadonlyMap<string, Credential | CredentialSource>;
  readonly headers: ReadonlyMap<string, string>;
}

/** How a credential is added to a request; answers the texts that are secret. */
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

/** Headers that tell no secret are shown where a server repeats them. */
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

  /** True for a value of the request that the host sets. */
  isGiven = (location: ParameterLocation, name: string): boolean =>
    this.locations.has(`${location} ${location === "header" ? name.toLowerCase() : name}`);

  /**
   * The schemes of the first alternative for which the host gave all; undefined where it gave those
   * of none.
   */
  chosen(needs: readonly (readonly string[])[]): readonly string[] | undefined {
    if (needs.length === 0) return [];
    const given = needs.filter((need) => need.every((name) => this.isAtHand(name)));
    // What lets in without credentials comes last, for more is answered to those who have some.
    return given.find((need) => need.length > 0) ?? given[0];
  }

  private isAtHand(name: string): boolean {
    return this.given.security.has(name) || this.schemes.get(name)?.kind === "mutualTLS";
  }

  /**
   * Adds the credentials to a request, and answers the texts in it that are secret.
   * @throws ToolFailure where a function gives none
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
  // The table has for each kind the writer of that kind, which the compiler cannot follow here.
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
    // What the error says may hold a part of a credential.
    throw noCredentials(name);
  }
}

function noCredentials(name: string): Error {
  return lastingFailure(
    `the function of the option security.${name} gave no credentials that can be sent: the request was not made`,
    { kind: "no_credentials" },
  );
}

/**
 * What stands in a request; undefined where it cannot stand there.
 */
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

/** @throws OptionError; its message shows no credential */
export function assertCredential(option: string, scheme: SchemeKind, given: unknown): void {
  if (typeof given === "function" || credentialText(scheme, given) !== undefined) return;
  throw new OptionError(
    option,
    scheme.kind === "basic"
      ? "expected { username, password } without a colon in the name, or a function that gives them"
      : "expected a string of one line of ASCII characters, or a function that returns one",
  );
}
