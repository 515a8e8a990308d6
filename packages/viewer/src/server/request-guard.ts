// Decides which requests a viewer answers: only those of its own page, on this computer. A page of
// another origin can send requests here, and give itself a name that leads here (DNS rebinding).

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

export class RequestGuard {
  /** Part of the path of every address: 32 random bytes as hex digits. */
  readonly token: string;
  private readonly digest: Buffer;
  private readonly hosts: ReadonlySet<string>;

  constructor(port: number, token: string = randomBytes(32).toString("hex")) {
    this.token = token;
    this.digest = digestOf(token);
    this.hosts = new Set(["127.0.0.1", "localhost"].map((host) => `${host}:${String(port)}`));
  }

  /** Returns the path below the token, or why the request is refused. */
  check({ url = "", method, headers }: IncomingMessage): string | Refusal {
    const host = headers.host?.toLowerCase() ?? "";
    if (!this.hosts.has(host)) return { status: 421, message: "unknown host" };
    const { origin } = headers;
    const isForeign = origin !== undefined && origin.toLowerCase() !== `http://${host}`;
    const site = headers["sec-fetch-site"];
    const isCrossSite = site !== undefined && site !== "same-origin" && site !== "none";
    const isChange = method !== "GET" && method !== "HEAD";
    if (isForeign || isCrossSite || (isChange && origin === undefined))
      return { status: 403, message: "requests of other pages are refused" };
    const [, token = "", path] = /^\/([0-9a-f]{1,200})(\/[^?#]*)/.exec(url) ?? [];
    if (path === undefined || !timingSafeEqual(digestOf(token), this.digest))
      return { status: 404, message: "use the whole address that the viewer printed" };
    return path;
  }
}

/** Digests have the same length, so that comparing them takes the same time. */
function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
