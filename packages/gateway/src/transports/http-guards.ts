// Decides who may connect over HTTP. Web pages may not, unless their origin is allowed: a page can
// send requests to this computer, and give itself a name that leads here (DNS rebinding).

import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";

/** The settings that the guards need, with their credentials looked up. */
export interface GuardSettings {
  /** The address that the server is bound to. */
  readonly host: string;
  /** Tokens by the name of their client. Empty: no token is needed. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

/** True for the addresses and the name of this computer that others can't reach. */
export function isLoopback(host: string): boolean {
  const name = withoutBrackets(host.toLowerCase());
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

export class HttpGuards {
  private readonly isLocal: boolean;
  private readonly hosts: ReadonlySet<string>;
  private readonly origins: ReadonlySet<string>;
  private readonly digests: readonly { readonly client: string; readonly digest: Buffer }[];

  constructor({ host, tokens, allowedHosts, allowedOrigins }: GuardSettings) {
    this.isLocal = isLoopback(host);
    this.hosts = new Set(
      [host, ...allowedHosts].map((name) => withoutBrackets(name.toLowerCase())),
    );
    this.origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
    this.digests = [...tokens].map(([client, token]) => ({ client, digest: digestOf(token) }));
  }

  /**
   * True if the name in the header `Host` is ours. An address can't be rebound, so a server for
   * other computers is reached by any of its addresses.
   */
  allowsHost(header: string | undefined): boolean {
    const name = hostnameOf(header);
    if (name === undefined) return false;
    if (this.hosts.has(name) || isLoopback(name)) return true;
    return !this.isLocal && isIP(name) !== 0;
  }

  /** True if the page may connect. Programs send no origin; `host` is the checked `Host`. */
  allowsOrigin(origin: string | undefined, host: string | undefined): boolean {
    return origin === undefined || this.isCrossOrigin(origin) || isSameOrigin(origin, host);
  }

  /** True for an allowed page of another origin, which needs CORS headers. */
  isCrossOrigin(origin: string): boolean {
    return this.origins.has(origin.toLowerCase());
  }

  /** Returns the name of the client with this header `Authorization`, or undefined. */
  clientOf(authorization: string | undefined): string | undefined {
    if (this.digests.length === 0) return "local";
    const given = /^Bearer +([\x21-\x7e]{1,4096})$/i.exec(authorization ?? "")?.[1];
    if (given === undefined) return undefined;
    const digest = digestOf(given);
    let found: string | undefined;
    // Compares with every token, so that the time depends on neither the token nor its place.
    for (const known of this.digests)
      if (timingSafeEqual(known.digest, digest)) found ??= known.client;
    return found;
  }
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function isSameOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && origin.toLowerCase() === `http://${host.toLowerCase()}`;
}

const longestHost = 300;

/** Returns the name in a header such as `localhost:7411` or `[::1]:7411`. */
function hostnameOf(header = ""): string | undefined {
  if (header.length > longestHost) return undefined;
  const end = header.startsWith("[") ? header.indexOf("]") + 1 : header.indexOf(":");

  const name = end > 0 ? header.slice(0, end) : header;
  const port = header.slice(name.length);
  const isName = /^[A-Za-z0-9._-]+$/.test(name) || isIP(withoutBrackets(name)) === 6;
  const isPort = port === "" || /^:[0-9]+$/.test(port);
  return isName && isPort ? withoutBrackets(name.toLowerCase()) : undefined;
}

function withoutBrackets(name: string): string {
  return name.startsWith("[") && name.endsWith("]") ? name.slice(1, -1) : name;
}
