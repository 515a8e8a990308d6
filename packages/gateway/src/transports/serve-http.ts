// Serves clients over streamable HTTP, on `node:http`. Each request passes the guards in this
// order, and only then is its body read:
//
//   path ─▶ Host ─▶ Origin ─▶ CORS preflight ─▶ token ─▶ rate ─▶ type and size of the body ─▶ SDK

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServer,
} from "@modelcontextprotocol/server";
import { OptionError } from "@ptc/core/errors";
import { decodeUtf8 } from "@ptc/core/internal/node";
import { Connections } from "./connections.ts";
import { preflightAnswer, refusal, withCors } from "./http-answers.ts";
import { HttpGuards, isLoopback, type GuardSettings } from "./http-guards.ts";
import { BodyReader, sendResponse, webRequest, type ReadBody } from "./node-exchange.ts";
import { RateLimit } from "./rate-limit.ts";

/** The path of the protocol. */
const httpPath = "/mcp";

/** The limits of the HTTP server; times are in milliseconds. */
export interface HttpLimits {
  /** The time that a client has for the headers of a request. Default: 10,000. */
  readonly headersMs: number;
  /** The time that a client has for a whole request. Default: 60,000. */
  readonly requestMs: number;
  /** The connections of TCP. Default: 512. */
  readonly sockets: number;
  /** The connections of the protocol of 2025, and those of one client. Default: 512 and 256. */
  readonly connections: number;
  readonly connectionsPerClient: number;
  /** The time after which an unused connection ends. Default: an hour. */
  readonly idleMs: number;
}

const defaultLimits: HttpLimits = {
  headersMs: 10_000,
  requestMs: 60_000,
  sockets: 512,
  connections: 512,
  connectionsPerClient: 256,
  idleMs: 60 * 60 * 1_000,
};

/** The options of `serveHttp`. */
export interface HttpServerOptions extends GuardSettings {
  /** 0 chooses a free port. */
  readonly port: number;
  readonly maxBodyBytes: number;
  /** The requests of one client in a minute. */
  readonly requestsPerMinute: number;
  readonly limits?: Partial<HttpLimits>;
  /** Returns a server of the SDK for one connection of the client. */
  readonly serverFor: (client: string) => McpServer;
  /** Called with errors whose texts clients don't get. */
  readonly onError?: (error: unknown) => void;
  readonly now?: () => number;
}

/** A server that listens. */
export interface HttpServing {
  /** The address for clients, such as `http://127.0.0.1:7411/mcp`. */
  readonly url: string;
  /** Reports to clients of the protocol of 2026 that the tools have changed. */
  readonly toolsChanged: () => void;
  /** Ends all connections and the programs that run in them, and stops to listen. */
  readonly close: () => Promise<void>;
}

const shortestToken = 16;

/**
 * Starts to serve clients over streamable HTTP.
 * @throws OptionError without a token, if other computers can reach the server
 */
export async function serveHttp(options: HttpServerOptions): Promise<HttpServing> {
  const { host, port, tokens } = options;
  if (tokens.size === 0 && !isLoopback(host))
    throw new OptionError(
      "http.token",
      `other computers can reach ${host}, so clients need a token: set \`http.token\` to a reference such as "env:PTC_MCP_TOKEN", or use the host 127.0.0.1`,
    );
  for (const token of tokens.values())
    if (token.length < shortestToken)
      throw new OptionError(
        "http.token",
        `expected a token of at least ${String(shortestToken)} characters (for example the output of \`openssl rand -hex 32\`)`,
      );
  const serving = new HttpServer(options);
  await serving.listen(host, port);
  return {
    url: serving.url,
    toolsChanged: () => {
      serving.toolsChanged();
    },
    close: () => serving.close(),
  };
}

class HttpServer {
  private readonly options: HttpServerOptions;
  private readonly guards: HttpGuards;
  private readonly bodies: BodyReader;
  private readonly requests: RateLimit;
  /** Counts wrong tokens by the address of their sender. */
  private readonly attempts: RateLimit;
  private readonly connections: Connections;
  private readonly modern: McpHttpHandler;
  private readonly http: Server;
  private isClosing = false;

  constructor(options: HttpServerOptions) {
    const { serverFor, maxBodyBytes, requestsPerMinute, now = Date.now, onError } = options;
    const limits = { ...defaultLimits, ...options.limits };
    this.options = options;
    this.guards = new HttpGuards(options);
    this.bodies = new BodyReader(maxBodyBytes, 8 * maxBodyBytes);
    this.requests = new RateLimit(requestsPerMinute, 10_000, now);
    this.attempts = new RateLimit(30, 10_000, now);
    this.connections = new Connections({
      serverFor,
      most: limits.connections,
      mostPerClient: limits.connectionsPerClient,
      idleMs: limits.idleMs,
      now,
    });
    this.modern = createMcpHandler(({ authInfo }) => serverFor(authInfo?.clientId ?? "local"), {
      legacy: "reject",
      maxSubscriptions: limits.connectionsPerClient,
      ...(onError === undefined ? {} : { onerror: onError }),
    });
    this.http = createServer(
      {
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
        maxHeaderSize: 16_384,
      },
      (incoming, outgoing) => void this.exchange(incoming, outgoing),
    );
    this.http.maxConnections = limits.sockets;
    this.http.maxHeadersCount = 100;
  }

  get url(): string {
    const { address, port, family } = this.http.address() as AddressInfo;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${String(port)}${httpPath}`;
  }

  async listen(host: string, port: number): Promise<void> {
    this.http.listen(port, host);
    // Rejects with the error of the system, such as EADDRINUSE.
    await once(this.http, "listening");
  }

  toolsChanged(): void {
    this.modern.notify.toolsChanged();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    const closed = new Promise((resolve) => this.http.close(resolve));
    await Promise.allSettled([this.connections.close(), this.modern.close()]);
    this.http.closeAllConnections();
    await closed;
  }

  private async exchange(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController();
    outgoing.once("close", () => {
      gone.abort();
    });
    outgoing.on("error", () => undefined);
    const { origin } = incoming.headers;
    let response: Response;
    try {
      response = await this.answer(incoming, gone.signal);
    } catch (error) {
      if (!gone.signal.aborted) this.options.onError?.(error);
      response = refusal(500, "the server couldn't do this, and its log has the reason", {
        code: -32_603,
      });
    }
    if (origin !== undefined && this.guards.isCrossOrigin(origin) && response.status !== 403)
      response = withCors(response, origin);
    await sendResponse(outgoing, response);
  }

  private async answer(incoming: IncomingMessage, signal: AbortSignal): Promise<Response> {
    const refused = this.refusedByHeaders(incoming);
    if (refused !== undefined) return refused;
    if (incoming.method === "OPTIONS") return preflightAnswer(incoming);
    const client = this.guards.clientOf(incoming.headers.authorization);
    const address = incoming.socket.remoteAddress ?? "";
    if (client === undefined) return this.unauthorized(address);
    const seconds = this.requests.take(client);
    if (seconds > 0) return tooMany(seconds);
    if (this.isClosing) return refusal(503, "the server stops");
    const request = webRequest(incoming, signal);
    if (incoming.method !== "POST") return await this.inConnection(client, request, undefined);
    if (!isJsonContentType(incoming.headers["content-type"] ?? null))
      return refusal(415, "expected the content type application/json");
    const read = await this.bodies.read(incoming);
    if (!read.ok) return this.refusedBody(read.why);
    const body = jsonOf(read.bytes);
    if (body === undefined) return refusal(400, "the body is not JSON in UTF-8", { code: -32_700 });
    if (Array.isArray(body.value)) {
      // Each message of a batch is a request, and the first one is counted.
      const later = this.requests.take(client, body.value.length - 1);
      if (later > 0) return tooMany(later);
    }
    if (await isLegacyRequest(request, body.value))
      return await this.inConnection(client, request, body.value);
    return await this.modern.fetch(request, {
      // The token itself isn't passed on.
      authInfo: { token: "", clientId: client, scopes: [] },
      parsedBody: body.value,
    });
  }

  private refusedByHeaders(incoming: IncomingMessage): Response | undefined {
    const { method = "", url = "", headers } = incoming;
    if (url.split("?", 1)[0] !== httpPath) return refusal(404, `the path is ${httpPath}`);
    if (!this.guards.allowsHost(headers.host))
      return refusal(
        403,
        "this name of the server isn't allowed (header Host): add it to `http.allowedHosts`",
      );
    if (!this.guards.allowsOrigin(headers.origin, headers.host))
      return refusal(
        403,
        "pages of this origin aren't allowed (header Origin): add it to `http.allowedOrigins`",
      );
    const isPreflight = method === "OPTIONS" && headers.origin !== undefined;
    if (!isPreflight && !["GET", "POST", "DELETE"].includes(method))
      return refusal(405, "use POST, GET or DELETE", { headers: { allow: "GET, POST, DELETE" } });
    return undefined;
  }

  private unauthorized(address: string): Response {
    const seconds = this.attempts.take(address);
    if (seconds > 0) return tooMany(seconds);
    return refusal(401, "expected the header Authorization: Bearer with the token of this server", {
      headers: { "www-authenticate": "Bearer" },
    });
  }

  private refusedBody(why: Extract<ReadBody, { ok: false }>["why"]): Response {
    const headers = { connection: "close" };
    const { maxBodyBytes } = this.options;
    if (why === "too-large")
      return refusal(413, `the body has more than ${String(maxBodyBytes)} bytes`, { headers });
    if (why === "busy")
      return refusal(503, "the server reads too much now: try again later", { headers });
    return refusal(400, "the body wasn't sent to its end", { headers });
  }

  private async inConnection(client: string, request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const found = await this.connections.find(client, id, isInitializeRequest(body));
    return found.ok ? await found.handle(request, body) : refusal(found.status, found.message);
  }
}

function tooMany(seconds: number): Response {
  return refusal(429, "too many requests: wait as long as the header Retry-After says", {
    headers: { "retry-after": String(seconds) },
  });
}

function jsonOf(bytes: Uint8Array): { readonly value: unknown } | undefined {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return undefined;
  try {
    return { value: JSON.parse(decoded.text) as unknown };
  } catch {
    return undefined;
  }
}
