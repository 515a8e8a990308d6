// An MCP server on this computer that needs a login, with its authorization server: discovery,
// registration, PKCE, and refresh tokens that are valid once.

import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface LoginServer {
  readonly url: string;
  readonly origin: string;
  /** The names of what happened: `register`, `authorize`, `token`, `refresh`, `refused`. */
  readonly events: string[];
  /** All tokens, codes and secrets that it gave out. */
  readonly secrets: string[];
  /** Ends the access tokens, or all tokens. */
  readonly revoke: (which: "access" | "all") => void;
  /** Whether the person refuses. */
  refuses: boolean;
}

interface Code {
  readonly client: string;
  readonly redirect: string;
  readonly challenge: string;
}

export async function loginServer(): Promise<LoginServer> {
  const clients = new Map<string, readonly string[]>();
  const codes = new Map<string, Code>();
  const access = new Set<string>();
  const refresh = new Set<string>();
  const state: LoginServer & { origin: string; url: string } = {
    url: "",
    origin: "",
    events: [],
    secrets: [],
    refuses: false,
    revoke: (which) => {
      access.clear();
      if (which === "all") refresh.clear();
    },
  };
  const made = (kind: string): string => {
    const secret = `${kind}-${randomUUID()}`;
    state.secrets.push(secret);
    return secret;
  };
  const granted = (response: ServerResponse): void => {
    const tokens = { access_token: made("access"), refresh_token: made("refresh") };
    access.add(tokens.access_token);
    refresh.add(tokens.refresh_token);
    json(response, 200, { ...tokens, token_type: "Bearer", expires_in: 3_600 });
  };
  const routes: Readonly<
    Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void> | void>
  > = {
    "/.well-known/oauth-protected-resource/mcp": (_request, response) => {
      json(response, 200, { resource: state.url, authorization_servers: [state.origin] });
    },
    "/.well-known/oauth-authorization-server": (_request, response) => {
      json(response, 200, {
        issuer: state.origin,
        authorization_endpoint: `${state.origin}/authorize`,
        token_endpoint: `${state.origin}/token`,
        registration_endpoint: `${state.origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        authorization_response_iss_parameter_supported: true,
      });
    },
    "/register": async (request, response) => {
      const given = JSON.parse(await text(request)) as { readonly redirect_uris: string[] };
      state.events.push("register");
      const client = `client-${String(clients.size)}`;
      clients.set(client, given.redirect_uris);
      json(response, 201, { ...given, client_id: client });
    },
    "/authorize": (request, response) => {
      const { searchParams: given } = new URL(request.url ?? "", state.origin);
      const [client = "", redirect = "", challenge = ""] = [
        "client_id",
        "redirect_uri",
        "code_challenge",
      ].map((name) => given.get(name) ?? "");
      if (clients.get(client)?.includes(redirect) !== true || challenge === "") {
        json(response, 400, {});
        return;
      }
      state.events.push("authorize");
      const back = new URL(redirect);
      back.searchParams.set("state", given.get("state") ?? "");
      back.searchParams.set("iss", state.origin);
      if (state.refuses) back.searchParams.set("error", "access_denied");
      else {
        const code = made("code");
        codes.set(code, { client, redirect, challenge });
        back.searchParams.set("code", code);
      }
      response.writeHead(302, { location: back.href }).end();
    },
    "/token": async (request, response) => {
      const given = new URLSearchParams(await text(request));
      if (given.get("grant_type") === "refresh_token") {
        const isValid = refresh.delete(given.get("refresh_token") ?? "");
        state.events.push(isValid ? "refresh" : "refused");
        if (isValid) granted(response);
        else json(response, 400, { error: "invalid_grant" });
        return;
      }
      const code = codes.get(given.get("code") ?? "");
      codes.delete(given.get("code") ?? "");
      const hash = createHash("sha256")
        .update(given.get("code_verifier") ?? "")
        .digest("base64url");
      const isValid =
        code?.challenge === hash &&
        code.redirect === given.get("redirect_uri") &&
        code.client === given.get("client_id");
      state.events.push(isValid ? "token" : "refused");
      if (isValid) granted(response);
      else json(response, 400, { error: "invalid_grant" });
    },
    "/mcp": async (request, response) => {
      const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
      if (!access.has(token)) {
        const metadata = `${state.origin}/.well-known/oauth-protected-resource/mcp`;
        response.setHeader("www-authenticate", `Bearer resource_metadata="${metadata}"`);
        json(response, 401, {});
      } else if (request.method !== "POST") json(response, 405, {});
      else answer(JSON.parse(await text(request)) as Message, response);
    },
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const route = routes[pathname];
    if (route === undefined) json(response, 404, {});
    else void route(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  state.origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  state.url = `${state.origin}/mcp`;
  return state;
}

interface Message {
  readonly id?: number;
  readonly method: string;
}

/** A server of one tool. */
function answer({ id, method }: Message, response: ServerResponse): void {
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "crm", version: "1" },
    },
    "tools/list": { tools: [{ name: "who", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "ann" }] },
  };
  if (id === undefined) response.writeHead(202).end();
  else if (results[method] === undefined)
    json(response, 200, { jsonrpc: "2.0", id, error: { code: -32_601, message: "unknown" } });
  else json(response, 200, { jsonrpc: "2.0", id, result: results[method] });
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
