// Tests the HTTP server with clients of both SDKs, and its guards with plain requests.

import { readFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { serveHttp } from "../../src/index.ts";
import { evaluator, servedGateway, temporaryFolder, token } from "./served.ts";

const tokens = new Map([["me", token]]);

const beginning = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1.0.0" },
  },
};

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request with exactly these headers; `fetch` sets some of them itself. */
async function sent(
  url: URL,
  {
    method = "POST",
    path = url.pathname,
    headers = {},
    body = JSON.stringify(beginning),
  }: Sent = {},
): Promise<Answer> {
  const asking = request(url, {
    method,
    path,
    agent: false,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
  asking.end(method === "POST" ? body : undefined);
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk as string;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

describe("clients of both SDKs", () => {
  test.each([1, 2, "2026"] as const)("run programs and keep sessions: %s", async (version) => {
    const { url, errors } = await servedGateway({ tokens });
    const evaluated = await evaluator(version, url, token);
    await evaluated("(def sum (tool/shop/add {:a 40 :b 2}))", "s");
    expect(await evaluated("sum", "s")).toMatchObject({ status: "ok", value: 42 });
    expect(errors).toEqual([]);
  });

  test("fifty clients run programs at the same time", async () => {
    const { url } = await servedGateway({ tokens });
    const evaluators = await Promise.all(
      Array.from({ length: 50 }, (_, index) => evaluator(index % 2 === 0 ? 1 : "2026", url, token)),
    );
    const results = await Promise.all(
      evaluators.map((evaluated, index) =>
        evaluated(`(tool/shop/add {:a ${String(index)} :b 1})`, `s${String(index % 25)}`),
      ),
    );
    expect(results.map((result) => (result as { readonly value: unknown }).value)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  });

  test("clients with different tokens don't share sessions", async () => {
    const other = "another-token-of-enough-characters";
    const { url } = await servedGateway({ tokens: new Map([...tokens, ["you", other]]) });
    const mine = await evaluator(1, url, token);
    const yours = await evaluator("2026", url, other);
    await mine("(def secret 7)", "main");
    expect(await yours("secret", "main")).toMatchObject({ status: "error" });
    expect(await mine("secret", "main")).toMatchObject({ value: 7 });
  });

  test("a client can't use the connection of another one", async () => {
    const other = "another-token-of-enough-characters";
    const { url } = await servedGateway({ tokens: new Map([...tokens, ["you", other]]) });
    const begun = await sent(url, { headers: { authorization: `Bearer ${token}` } });
    const id = String(begun.headers["mcp-session-id"]);
    const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    const headers = { "mcp-session-id": id, authorization: `Bearer ${other}` };
    expect(await sent(url, { headers, body: list })).toMatchObject({ status: 404 });
    expect(
      await sent(url, { headers: { ...headers, authorization: `Bearer ${token}` }, body: list }),
    ).toMatchObject({ status: 200 });
  });

  test("closing ends the programs that run", async () => {
    const { url, log, close } = await servedGateway();
    const one = await evaluator(1, url);
    const two = await evaluator("2026", url);
    // The clients wait for their own time limits.
    for (const evaluated of [one, two]) evaluated("(tool/shop/wait {})").catch(() => undefined);
    await expect.poll(() => log.started.length, { timeout: 20_000 }).toBe(2);
    await close();
    expect(log.aborted).toHaveLength(2);
  });

  test("meet the policy of the file", async () => {
    const rules = [
      { tool: "shop/add", arguments: { a: { maximum: 1 } }, verdict: "allow" },
      { tool: "shop/add", verdict: "deny", message: "the numbers are too large" },
    ];
    const { url } = await servedGateway({ tokens, policy: { rules } });
    const evaluated = await evaluator(2, url, token);
    const program =
      "[(tool/shop/add {:a 1 :b 2}) (try (tool/shop/add {:a (+ 1 1) :b 2}) (catch Exception e (ex-message e)))]";
    expect(await evaluated(program)).toMatchObject({
      status: "ok",
      value: [3, "the policy denies calls of tool/shop/add: the numbers are too large"],
    });
  });
});

describe("guards", () => {
  test.each([
    ["no token", {}, 401],
    ["a wrong token", { authorization: `Bearer ${token}x` }, 401],
    ["another scheme", { authorization: `Basic ${token}` }, 401],
    ["the right token", { authorization: `bearer ${token}` }, 200],
  ])("answer a request with %s", async (_, headers, status) => {
    const { url } = await servedGateway({ tokens });
    const answer = await sent(url, { headers });
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain(token);
    if (status === 401) expect(answer.headers["www-authenticate"]).toBe("Bearer");
  });

  test("many wrong tokens get no more answers", async () => {
    const { url } = await servedGateway({ tokens, now: () => 0 });
    for (let count = 0; count < 30; count++) await sent(url);
    const refused = await sent(url);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("2");
    // The right token works for other programs at the same address.
    expect(await sent(url, { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ["localhost", 200],
    ["LOCALHOST:80", 200],
    ["127.0.0.1", 200],
    ["[::1]:7411", 200],
    ["evil.example", 403],
    ["localhost.evil.example", 403],
    ["192.168.1.7", 403],
    ["10.0.0.1:7411", 403],
    ["tools.example", 200],
    ["a b", 403],
  ])("answer the host %s", async (host, status) => {
    const { url } = await servedGateway({ allowedHosts: ["tools.example"] });
    expect(await sent(url, { headers: { host } })).toMatchObject({ status });
  });

  test.each([
    ["https://evil.example", 403],
    ["http://localhost:3000", 403],
    ["null", 403],
    ["https://app.example", 200],
    ["https://app.example.evil.example", 403],
  ])("answer pages of the origin %s", async (origin, status) => {
    const { url } = await servedGateway({ allowedOrigins: ["https://app.example"] });
    const answer = await sent(url, { headers: { origin } });
    expect(answer.status).toBe(status);
    expect(answer.headers["access-control-allow-origin"]).toBe(status === 200 ? origin : undefined);
  });

  test("only pages of allowed origins get an answer to their preflight", async () => {
    const { url } = await servedGateway({ tokens, allowedOrigins: ["https://app.example"] });
    const preflight = (origin: string) =>
      sent(url, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,mcp-protocol-version,x-other",
        },
      });
    expect(await preflight("https://evil.example")).toMatchObject({ status: 403 });
    const { status, headers } = await preflight("https://app.example");
    expect(status).toBe(204);
    expect(headers["access-control-allow-headers"]).toBe("authorization, mcp-protocol-version");
  });

  test("programs that send no origin get no CORS headers", async () => {
    const { url } = await servedGateway({ allowedOrigins: ["https://app.example"] });
    const { headers } = await sent(url);
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test.each<readonly [string, Sent, number, string]>([
    ["another path", { path: "/" }, 404, "the path is /mcp"],
    ["another method", { method: "PUT" }, 405, "use POST, GET or DELETE"],
    [
      "a body for forms",
      { headers: { "content-type": "text/plain" } },
      415,
      "expected the content type application/json",
    ],
    [
      "a body that is too large",
      { body: `"${"x".repeat(100_001)}"` },
      413,
      "more than 100000 bytes",
    ],
    ["a body that isn't JSON", { body: "{" }, 400, "not JSON in UTF-8"],
    ["an unknown session", { headers: { "mcp-session-id": "x" } }, 404, "send `initialize` again"],
    ["no session", { method: "GET" }, 400, "send `initialize` first"],
  ])("answer %s", async (_, asked, status, message) => {
    const { url } = await servedGateway();
    const answer = await sent(url, asked);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({
      jsonrpc: "2.0",
      error: { message: expect.stringContaining(message) as string },
    });
  });

  test("a body that grows beyond its bound is refused before its end", async () => {
    const { url } = await servedGateway();
    const socket = connect(Number(url.port), "127.0.0.1");
    socket.write(
      "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n" +
        `transfer-encoding: chunked\r\n\r\n${(200_000).toString(16)}\r\n${"x".repeat(200_000)}`,
    );
    const [chunk] = (await once(socket, "data")) as [Buffer];
    expect(chunk.toString()).toContain("HTTP/1.1 413");
    socket.destroy();
  });

  test("a body with very many levels gets an answer", async () => {
    const { url } = await servedGateway();
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${"[".repeat(40_000)}${"]".repeat(40_000)}}`;
    const answer = await sent(url, { body: deep });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await sent(url)).toMatchObject({ status: 200 });
  });

  test("a batch counts as many requests as it has messages", async () => {
    const { url } = await servedGateway({ requestsPerMinute: 10 });
    const batch = (length: number) =>
      sent(url, { body: JSON.stringify(Array.from({ length }, () => ({ jsonrpc: "2.0" }))) });
    expect((await batch(11)).status).toBe(429);
    expect((await batch(9)).status).toBe(400);
    expect((await sent(url)).status).toBe(429);
  });

  test("a client that sends too much waits, and others don't", async () => {
    let time = 0;
    const other = "another-token-of-enough-characters";
    const { url } = await servedGateway({
      tokens: new Map([...tokens, ["you", other]]),
      requestsPerMinute: 3,
      now: () => time,
    });
    const status = async (bearer: string): Promise<number> =>
      (await sent(url, { headers: { authorization: `Bearer ${bearer}` } })).status;
    const mine: number[] = [];
    for (let count = 0; count < 4; count++) mine.push(await status(token));
    expect(mine).toEqual([200, 200, 200, 429]);
    expect(await status(other)).toBe(200);
    time = 20_000;
    expect([await status(token), await status(token)]).toEqual([200, 429]);
  });

  test("unused connections make room for new ones, and end after a time", async () => {
    let time = 0;
    const { url } = await servedGateway({
      limits: { connections: 2, connectionsPerClient: 2, idleMs: 1_000 },
      now: () => time,
    });
    const begin = async (): Promise<string> => String((await sent(url)).headers["mcp-session-id"]);
    const status = async (id: string): Promise<number> =>
      (
        await sent(url, {
          headers: { "mcp-session-id": id },
          body: JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" }),
        })
      ).status;
    const first = await begin();
    const second = await begin();
    const third = await begin();
    expect([await status(first), await status(second), await status(third)]).toEqual([
      404, 200, 200,
    ]);
    time = 1_001;
    expect([await status(second), await status(third)]).toEqual([404, 404]);
  });

  test("connections in use are never closed for new ones", async () => {
    const { url, log } = await servedGateway({
      limits: { connections: 1, connectionsPerClient: 1 },
    });
    const evaluated = await evaluator(1, url);
    evaluated("(tool/shop/wait {})").catch(() => undefined);
    await expect.poll(() => log.started.length, { timeout: 20_000 }).toBe(1);
    expect(await sent(url)).toMatchObject({ status: 503 });
  });

  test("a server that others can reach needs a token", async () => {
    const given = {
      port: 0,
      allowedHosts: [],
      allowedOrigins: [],
      maxBodyBytes: 1_000,
      requestsPerMinute: 10,
      serverFor: () => {
        throw new Error("no client connects");
      },
    };
    await expect(serveHttp({ ...given, host: "0.0.0.0", tokens: new Map() })).rejects.toThrow(
      "option `http.token`: other computers can reach 0.0.0.0, so clients need a token",
    );
    await expect(
      serveHttp({ ...given, host: "127.0.0.1", tokens: new Map([["me", "short"]]) }),
    ).rejects.toThrow("expected a token of at least 16 characters");
  });
});

test("sessions outlive the server in a file", async () => {
  const store = `${temporaryFolder()}/deep/sessions.db`;
  const first = await servedGateway({ tokens, store });
  const before = await evaluator(1, first.url, token);
  await before("(defn twice [x] (* 2 x))", "main");
  await first.close();
  const second = await servedGateway({ tokens, store });
  const after = await evaluator("2026", second.url, token);
  expect(await after("(twice 21)", "main")).toMatchObject({ status: "ok", value: 42 });
});

test("sessions are encrypted with the keys of the configuration, which can be replaced", async () => {
  const store = `${temporaryFolder()}/sessions.db`;
  const served = async (...keys: string[]) => {
    const { url, close, errors } = await servedGateway({ tokens, store, keys });
    return { run: await evaluator(1, url, token), close, errors };
  };
  const first = await served("A");
  await first.run('(def note "a private note of ann")', "main");
  await first.close();
  expect(readFileSync(store, "latin1")).not.toContain("private note");
  const rotated = await served("B", "A");
  expect(await rotated.run('(def more (str note "!"))', "main")).toMatchObject({ status: "ok" });
  await rotated.close();
  const last = await served("B");
  expect(await last.run("more", "main")).toMatchObject({ value: "a private note of ann!" });
  await last.close();
  const wrong = await served("A");
  expect(await wrong.run("more", "main")).toMatchObject({ error: { reason: "internal_error" } });
  expect(wrong.errors.join()).toContain('it is encrypted with the key "B"');
});
