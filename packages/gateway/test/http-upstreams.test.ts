// MCP servers at a URL: bounds, lost sessions, credentials.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { hastyClock, settled, TestClock } from "./clocks.ts";
import { failureData, opened, result } from "./opened.ts";

type Respond = (
  message: {
    readonly id?: number;
    readonly method: string;
    readonly params?: { name?: string; clientInfo?: object };
  },
  response: ServerResponse,
  request: IncomingMessage,
) => void;

/** Serves MCP at a free port; `respond` answers everything but the handshake. */
async function served(
  respond: Respond,
): Promise<{ url: string; sessions: number; client: object | undefined }> {
  const state = { url: "", sessions: 0, client: undefined as object | undefined };
  const server = createServer((request, response) => {
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      if (request.headers["content-type"] !== "application/json") {
        respond({ method: `form ${body}` }, response, request);
        return;
      }
      const message = JSON.parse(body) as Parameters<Respond>[0];
      const { id, method } = message;
      const answer = (value: object, headers: Record<string, string> = {}): void => {
        response.writeHead(200, { "content-type": "application/json", ...headers });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, ...value }));
      };
      if (method === "initialize") {
        state.sessions += 1;
        state.client = message.params?.clientInfo;
        answer(
          {
            result: {
              protocolVersion: "2025-06-18",
              capabilities: { tools: {} },
              serverInfo: { name: "http", version: "1" },
            },
          },
          { "mcp-session-id": `s${String(state.sessions)}` },
        );
      } else if (method === "server/discover")
        answer({ error: { code: -32_601, message: "unknown method" } });
      else if (method === "tools/list") answer({ result: { tools: [askTool(request)] } });
      else if (id === undefined) response.writeHead(202).end();
      else respond(message, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  state.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`;
  return state;
}

/** A server may repeat credentials in its list, too. */
function askTool({ headers: { authorization = "nothing" } }: IncomingMessage): object {
  const description = `Asks with ${authorization}.`;
  return { name: "ask", description, inputSchema: { type: "object" } };
}

function answerText(response: ServerResponse, id: number | undefined, text: string): void {
  response.writeHead(200, { "content-type": "application/json" });
  const content = [{ type: "text", text }];
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { content } }));
}

/** Writes until the client has gone, or `most` bytes are written. Returns the bytes. */
async function pour(response: ServerResponse, piece: string, most: number): Promise<number> {
  let written = 0;
  while (written < most && !response.destroyed) {
    const isOpen = response.write(piece);
    written += piece.length;
    if (!isOpen)
      await new Promise<void>((resolve) => {
        response.once("drain", resolve);
        response.once("close", resolve);
      });
  }
  return written;
}

const none = { policy: { approve: "none" } };

test("servers get the name and the version of this package", async () => {
  const server = await served((_message, response) => response.writeHead(404).end());
  await opened({ ...none, upstreams: { a: { url: server.url } } }).tools();
  expect(server.client).toEqual({ name: "ptc", version: manifest.version });
});

describe("answers", () => {
  test.each([
    ["application/json", '{"jsonrpc":"2.0","result":"', "x".repeat(65_536)],
    ["text/event-stream", "event: message\ndata: ", "x".repeat(65_536)],
    ["text/event-stream", "", `: ${"x".repeat(65_536)}\n`],
  ])("of 100 MB as %s end at their bound", async (type, beginning, piece) => {
    let poured = Promise.resolve(0);
    const { url } = await served((_message, response) => {
      response.writeHead(200, { "content-type": type });
      response.write(beginning);
      poured = pour(response, piece, 100_000_000);
    });
    const upstreams = opened(
      { ...none, upstreams: { a: { url, maxAnswerBytes: 300_000 } } },
      { clock: hastyClock },
    );
    const tools = await upstreams.tools();
    expect(await result("(tool/a/ask)", tools)).toBe(
      "tool/a/ask failed: the answer is larger than 300000 bytes (maxAnswerBytes): ask for less at once",
    );
    expect(await poured).toBeLessThan(50_000_000);
    expect(upstreams.health()).toMatchObject([{ state: "ready", restarts: 0 }]);
  });

  test("a stream of notifications without an answer ends with its call", async () => {
    const clock = new TestClock();
    let poured = Promise.resolve(0);
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { url } = await served((_message, response) => {
      arrive();
      response.writeHead(200, { "content-type": "text/event-stream" });
      const params = { level: "info", data: "x" };
      const note = JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params });
      poured = pour(response, `data: ${note}\n\n`.repeat(100), Infinity);
    });
    const upstreams = opened(
      { ...none, upstreams: { a: { url, callTimeoutMs: 2_000 } } },
      { clock },
    );
    const message = result("(tool/a/ask)", await upstreams.tools());
    // The flood is held back until the clock moves, so the limit of the call comes first.
    await arrived;
    await clock.advance(8_000);
    expect(await message).toContain("the upstream a did not answer within 2000 ms");
    await poured;
  });
});

describe("the connection", () => {
  test("a session that the server forgot is replaced", async () => {
    const server = await served(({ id }, response, { headers }) => {
      if (headers["mcp-session-id"] === "s1") response.writeHead(404).end("gone");
      else answerText(response, id, "new");
    });
    const upstreams = opened(
      { ...none, upstreams: { a: { url: server.url } } },
      { clock: hastyClock },
    );
    const tools = await upstreams.tools();
    expect(await result("(tool/a/ask)", tools)).toContain("failed");
    expect(await result("(tool/a/ask)", tools)).toBe("new");
    expect(upstreams.health()).toMatchObject([{ state: "ready", restarts: 1 }]);
    expect(server.sessions).toBe(2);
  });

  test("a server that can't be reached is started again", async () => {
    const { url } = await served(() => undefined);
    let isDown = false;
    const upstreams = opened(
      { ...none, upstreams: { a: { url } } },
      {
        clock: new TestClock(),
        fetch: async (input, init) => {
          if (isDown) throw new TypeError("fetch failed");
          return await fetch(input, init);
        },
      },
    );
    const tools = await upstreams.tools();
    isDown = true;
    expect(await failureData("(tool/a/ask)", tools)).toEqual({ kind: "mcp_failed" });
    expect(upstreams.health()).toMatchObject([
      { state: "waiting", lastError: "the server can't be reached" },
    ]);
    await settled();
  });
});

describe("credentials", () => {
  test("a bearer token and headers are sent, and hidden in errors and lists", async () => {
    const seen: unknown[] = [];
    const { url } = await served(({ id }, response, { headers }) => {
      seen.push(headers.authorization, headers["x-team"]);
      response.writeHead(200, { "content-type": "application/json" });
      const message = `wrong ${String(headers.authorization)}`;
      response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: 1, message } }));
    });
    const upstreams = opened(
      {
        ...none,
        upstreams: { a: { url, bearer: "env:TOKEN", headers: { "X-Team": "${env:TEAM}" } } },
      },
      { clock: hastyClock, env: { TOKEN: "tok-123456", TEAM: "blue-team" } },
    );
    expect(await result("(tool/a/ask)", await upstreams.tools())).toBe(
      "tool/a/ask failed: the MCP server answered with error 1: wrong Bearer [secret]",
    );
    expect(seen).toEqual(["Bearer tok-123456", "blue-team"]);
    expect((await upstreams.tools())["a/ask"]).toMatchObject({
      description: '"Asks with Bearer [secret]."',
    });
    expect(upstreams.hideSecrets("tok-123456 of blue-team")).toBe("[secret] of [secret]");
  });

  test("client credentials of OAuth get a token from their issuer only", async () => {
    const tokens: string[] = [];
    const server = await served(({ method, id }, response, { headers }) => {
      if (method.startsWith("form ")) {
        tokens.push(`${method.slice(5)} ${String(headers.authorization)}`);
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ access_token: "granted-token", token_type: "Bearer" }));
      } else answerText(response, id, String(headers.authorization === "Bearer granted-token"));
    });
    const { origin } = new URL(server.url);
    const metadata: Record<string, object> = {
      "/.well-known/oauth-protected-resource/mcp": {
        resource: server.url,
        authorization_servers: [origin],
      },
      "/.well-known/oauth-authorization-server": {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ["code"],
        grant_types_supported: ["client_credentials"],
        token_endpoint_auth_methods_supported: ["client_secret_basic"],
      },
    };
    const ask: typeof fetch = async (input, init) => {
      const { pathname } = new URL(new Request(input).url);
      const found = metadata[pathname];
      if (found !== undefined) return Response.json(found);
      const isAuthorized = new Headers(init?.headers).get("authorization") !== null;
      if (pathname === "/mcp" && init?.method === "POST" && !isAuthorized)
        return new Response(null, { status: 401 });
      return await fetch(input, init);
    };
    const oauth = (issuer: string) => ({
      clientId: "gateway",
      clientSecret: "env:CLIENT_SECRET",
      issuer,
    });
    const upstreams = opened(
      {
        ...none,
        upstreams: {
          a: { url: server.url, oauth: oauth(origin) },
          b: { url: server.url, oauth: oauth("https://other.example") },
        },
      },
      { clock: hastyClock, fetch: ask, env: { CLIENT_SECRET: "s3cret-value" } },
    );
    const tools = await upstreams.tools();
    expect(await result("(tool/a/ask)", tools)).toBe("true");
    expect(upstreams.hideSecrets("granted-token, s3cret-value")).toBe("[secret], [secret]");
    const basic = `Basic ${Buffer.from("gateway:s3cret-value").toString("base64")}`;
    expect(tokens).toEqual([expect.stringMatching(/^grant_type=client_credentials/)]);
    expect(tokens[0]?.endsWith(basic)).toBe(true);
    expect(upstreams.health()[1]?.tools).toBe(0);
    expect(upstreams.health()[1]?.lastError).toMatch(/issuer|authorization server/i);
  });
});
