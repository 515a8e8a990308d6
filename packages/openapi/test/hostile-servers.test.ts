// Tests servers that violate their document, over real sockets.

import type { Tool } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { HostFile } from "@ptc/core/values";
import { createScriptedModel } from "@ptc/llm";
import { run } from "@ptc/subagent";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { openApiTools, type OpenApiOptions } from "@ptc/openapi";
import { documentOf, toolContext } from "./recorded-fetch.ts";
import { loopback } from "./loopback.ts";

const json = {
  responses: { 200: { description: "", content: { "application/json": { schema: {} } } } },
};

/** Returns the tool of one operation at a server. */
async function toolAt(
  listener: RequestListener,
  {
    operation = json,
    method = "GET",
    ...options
  }: OpenApiOptions & { operation?: object; method?: string } = {},
): Promise<Tool> {
  const baseUrl = await loopback(listener);
  const { tools } = openApiTools(documentOf({ [`${method} /a`]: operation }), {
    baseUrl,
    ...options,
  });
  const [tool] = Object.values(tools);
  if (tool === undefined) throw new Error("there is no tool");
  return tool;
}

async function failureOf(tool: Tool, signal?: AbortSignal): Promise<ToolFailure> {
  const failure: unknown = await Promise.resolve(tool.execute({}, toolContext(signal))).catch(
    (error: unknown) => error,
  );
  if (failure instanceof ToolFailure) return failure;
  throw new Error(`no failure: ${String(failure)}`);
}

test("stops reading a response of fifty megabytes at the limit", async () => {
  let written = 0;
  const tool = await toolAt(
    (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const piece = Buffer.alloc(1_000_000, "a");
      const more = (): void => {
        while (written < 50 && !response.destroyed) {
          written += 1;
          if (!response.write(piece)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    },
    { maxResponseBytes: 1_000_000 },
  );
  const { message, data, isLasting } = await failureOf(tool);
  expect(message).toBe(
    "GET /a answered more than 1000000 bytes (option maxResponseBytes): request less at once",
  );
  expect([data, isLasting]).toEqual([{ kind: "answer_too_large", status: 200 }, true]);
  expect(written).toBeLessThan(50);
});

test("trusts a Content-Length beyond the bound", async () => {
  const tool = await toolAt(
    (_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 50_000_000 });
      response.flushHeaders();
    },
    { maxResponseBytes: 100 },
  );
  expect((await failureOf(tool)).data).toEqual({ kind: "answer_too_large", status: 200 });
});

test.each([
  ["bytes that come one by one", true],
  ["an answer that never comes", false],
])("ends reading with the call for %s", async (_, begins) => {
  const seen = new EventTarget();
  const asked = once(seen, "asked");
  const left = once(seen, "left");
  const tool = await toolAt((_request, response) => {
    response.on("close", () => seen.dispatchEvent(new Event("left")));
    if (begins) response.writeHead(200, { "content-type": "application/json" }).write("[");
    seen.dispatchEvent(new Event("asked"));
  });
  const controller = new AbortController();
  const failing = failureOf(tool, controller.signal);
  await asked;
  controller.abort();
  expect((await failing).message).toBe(
    "GET /a was ended before its answer arrived: it may have taken effect",
  );
  await left;
});

test("timeoutMs limits a call, and the model sees the timeout", async () => {
  const tool = await toolAt(() => undefined, { timeoutMs: 20 });
  const step = await run("Ask.", {
    tools: { ask: tool },
    llm: createScriptedModel(["(return (try (tool/ask) (catch Exception e (ex-message e))))"]),
  });
  expect(step.ok && step.return).toMatch(/timed out after 20 milliseconds \(option timeoutMs\)/);
});

test.each<[string, string, string, string]>([
  [
    "another type",
    "text/html",
    "<title>Log in</title>",
    'answered "text/html" where its document declares JSON: <title>Log in</title>',
  ],
  ["broken JSON", "application/json", '{"a": ', 'answered JSON that cannot be read: {"a":'],
  [
    "JSON that is too deep",
    "application/json",
    "[".repeat(100_000) + "]".repeat(100_000),
    "answered JSON that is nested more than 512 levels deep",
  ],
])("%s fails the call", async (_, type, text, expected) => {
  const tool = await toolAt((_request, response) => {
    response.writeHead(200, { "content-type": type }).end(text);
  });
  const { message, data } = await failureOf(tool);
  expect(message).toContain(`GET /a ${expected}`);
  expect(message.length).toBeLessThan(500);
  expect(data).toEqual({ kind: "unexpected_answer", status: 200 });
});

test.each([301, 302, 303, 307, 308])(
  "doesn't follow a redirect with %i or send credentials elsewhere",
  async (status) => {
    const elsewhere: unknown[] = [];
    const other = await loopback((request, response) => {
      elsewhere.push(request.headers);
      response.end();
    });
    const tool = await toolAt(
      (_request, response) => {
        response.writeHead(status, { location: `${other}/b?key=1` }).end();
      },
      { headers: { authorization: "Bearer s3cret-token" } },
    );
    const { message, data } = await failureOf(tool);
    expect(message).toBe(
      `GET /a was redirected to ${other}, and redirects are not followed: set the option baseUrl to the API's URL`,
    );
    expect(data).toEqual({ kind: "redirect_refused", status });
    expect(elsewhere).toEqual([]);
  },
);

test("an HTTP error fails the call with its status and the start of the server's text, without secrets", async () => {
  const tool = await toolAt(
    (request, response) => {
      response.writeHead(401, { "content-type": "application/json" }).end(
        JSON.stringify({
          error: `no such token: ${String(request.headers.authorization)}`,
          _trace: "t-1",
          more: "x".repeat(50_000),
        }),
      );
    },
    { headers: { authorization: "Bearer s3cret-token" } },
  );
  const { message, data, isLasting } = await failureOf(tool);
  expect(message).toMatch(/^GET \/a answered 401: \{"error":"no such token: \[secret\]/);
  expect(message).toContain('"_trace":"<Firewalled>"');
  expect(message.length).toBeLessThan(400);
  expect((data as { body: string }).body).toHaveLength(2_001);
  expect(JSON.stringify(data)).not.toContain("s3cret");
  expect(isLasting).toBe(true);
});

test("removes credentials that a server repeats in its response", async () => {
  const tool = await toolAt(
    (request, response) => {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ a: [request.headers.authorization], "s3cret-token": 1 }));
    },
    { headers: { authorization: "Bearer s3cret-token" } },
  );
  expect(await tool.execute({}, toolContext())).toEqual({ a: ["[secret]"], "[secret]": 1 });
});

test("an unreachable server is a temporary failure", async () => {
  const tool = await toolAt((request) => request.socket.destroy(), {
    headers: { "x-key": "s3cret" },
  });
  const { message, isLasting } = await failureOf(tool);
  expect(message).toMatch(/^GET \/a: the server could not be reached, or its answer broke off/);
  expect(message).not.toMatch(/127\.0\.0\.1|s3cret/);
  expect(isLasting).toBe(false);
});

test.each<[string, number, Record<string, string>, string, unknown]>([
  ["nothing", 204, {}, "", null],
  ["an empty text", 200, { "content-type": "application/json" }, "", null],
  [
    "JSON that looks like a failed tool",
    200,
    { "content-type": "application/json" },
    '{"ok":false,"error":"none"}',
    { ok: true, value: { ok: false, error: "none" } },
  ],
  [
    "a key of JavaScript's own",
    200,
    { "content-type": "application/problem+json" },
    '{"__proto__":{"a":1}}',
    JSON.parse('{"__proto__":{"a":1}}'),
  ],
])("%s is data", async (_, status, headers, text, expected) => {
  const tool = await toolAt((_request, response) => {
    response.writeHead(status, headers).end(text);
  });
  expect(await tool.execute({}, toolContext())).toEqual(expected);
});

test("text stays text, and bytes become a file with fields for programs", async () => {
  const operation = {
    responses: { 200: { description: "", content: { "text/csv": {}, "image/png": {} } } },
  };
  const text = await toolAt(
    (_request, response) => {
      response
        .writeHead(200, { "content-type": "text/csv; charset=iso-8859-1" })
        .end(Buffer.from([0x61, 0xfc]));
    },
    { operation },
  );
  expect(await text.execute({}, toolContext())).toBe("aü");
  const image = await toolAt(
    (_request, response) => {
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([1, 2, 3]));
    },
    { operation: { responses: { 200: { description: "", content: { "image/png": {} } } } } },
  );
  expect(image.signature).toBe("() -> :file");
  const file = await image.execute({}, toolContext());
  expect(HostFile.is(file) && [file.media_type, file.size_bytes]).toEqual(["image/png", 3]);
});

test("a response that violates the document fails, unless checkAnswers is false", async () => {
  const operation = {
    responses: {
      200: {
        description: "",
        content: {
          "application/json": {
            schema: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
          },
        },
      },
    },
  };
  const asked = async (checkAnswers: boolean): Promise<unknown> => {
    const tool = await toolAt(
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end('{"id":"7"}');
      },
      { operation, checkAnswers },
    );
    const step = await run("Ask.", {
      tools: { ask: tool },
      llm: createScriptedModel(["(return (try (tool/ask) (catch Exception e (ex-message e))))"]),
    });
    return step.ok && step.return;
  };
  expect(await asked(true)).toContain("id: expected");
  expect(await asked(false)).toEqual({ id: "7" });
});
