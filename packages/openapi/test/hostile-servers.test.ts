// Tests servers that violate their document, over real sockets.

import type { Tool } from "@ptc/core/contracts";
import { ToolFailure } from "@ptc/core/errors";
import { HostFile } from "@ptc/core/values";
import { createScriptedModel } from "@ptc/llm";
import { run } from "@ptc/subagent";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
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

/** Answers with a piece again and again until the connection closes, and counts the bytes. */
function endless(status: number, type: string, piece: string) {
  const state = {
    sentBytes: 0,
    listener: ((_request, response) => {
      response.writeHead(status, { "content-type": type });
      const more = (): void => {
        while (!response.destroyed) {
          state.sentBytes += piece.length;
          if (!response.write(piece)) return void response.once("drain", more);
        }
      };
      more();
    }) satisfies RequestListener,
  };
  return state;
}

/** Bytes that a server sends although nothing reads them: they fill the system's buffers. */
const buffers = 16_000_000;

test.each<[string, number, string, string, string]>([
  ["JSON", 200, "application/json", "[".repeat(64_000), "answer_too_large"],
  ["events", 200, "text/event-stream", "data: x\n\n".repeat(8_000), "answer_too_large"],
  ["comments", 200, "text/event-stream", ": x\n\n".repeat(8_000), "answer_too_large"],
  ["lines", 200, "application/x-ndjson", "{}\n".repeat(20_000), "answer_too_large"],
  ["an error of the server", 500, "text/plain", "x".repeat(64_000), "http_error"],
  ["a refusal", 400, "application/json", "[".repeat(64_000), "http_error"],
])("reads a bounded part of endless %s", async (_, status, type, piece, kind) => {
  const server = endless(status, type, piece);
  const failure = await failureOf(await toolAt(server.listener, { maxResponseBytes: 1_000_000 }));
  expect(failure.data).toMatchObject({ kind, status });
  expect(failure.message.length).toBeLessThan(1_000);
  expect(server.sentBytes).toBeLessThan(buffers);
});

test.each([
  [200, "answer_too_large"],
  [500, "http_error"],
])("decompresses a bounded part of a compressed bomb with status %i", async (status, kind) => {
  const bomb = gzipSync("[".repeat(50_000_000));
  const tool = await toolAt(
    (_request, response) => {
      response
        .writeHead(status, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(bomb);
    },
    { maxResponseBytes: 1_000_000 },
  );
  expect((await failureOf(tool)).data).toMatchObject({ kind, status });
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
  ["bytes that come one by one", { "content-type": "application/json" }, 200],
  ["a silent stream", { "content-type": "text/event-stream" }, 200],
  ["an error whose text never ends", { "content-type": "text/plain" }, 500],
  ["an answer that never comes", undefined, 0],
])("ends reading with the call for %s", async (_, headers, status) => {
  const seen = new EventTarget();
  const asked = once(seen, "asked");
  const left = once(seen, "left");
  const tool = await toolAt((_request, response) => {
    response.on("close", () => seen.dispatchEvent(new Event("left")));
    if (headers !== undefined) response.writeHead(status, headers).write("[");
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

describe("a response that differs from the document", () => {
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
  const answering = (schema: object) => ({
    responses: { 200: { description: "", content: { "application/json": { schema } } } },
  });

  const asked = async (
    checkAnswers: boolean | "warn" | undefined,
    body: string,
    schema: object = item,
  ): Promise<readonly unknown[]> => {
    const tool = await toolAt(
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(body);
      },
      {
        operation: answering(schema),
        ...(checkAnswers === undefined ? {} : { checkAnswers }),
      },
    );
    const step = await run("Ask.", {
      tools: { ask: tool },
      llm: createScriptedModel(["(return (try (tool/ask) (catch Exception e (ex-message e))))"]),
    });
    return [step.ok && step.return, step.warnings];
  };

  test("fails the call with checkAnswers true, and is not compared with false", async () => {
    const [message] = await asked(true, '{"id":"7"}');
    expect(message).toContain("id: expected");
    expect(await asked(false, '{"id":"7"}')).toEqual([{ id: "7" }, undefined]);
  });

  test.each<readonly [string, string, unknown, string, object]>([
    ["a text for an integer", '{"id":"7"}', { id: "7" }, "id: expected int", item],
    ["a missing field", '{"name":"a"}', { name: "a" }, "id: expected int, got nothing", item],
    ["a list for an object", "[1]", [1], "expected map", item],
    ["null for a field", '{"id":null}', { id: null }, "id: expected int", item],
    [
      "an object for a list",
      '{"id":7}',
      { id: 7 },
      "expected list",
      { type: "array", items: item },
    ],
    ["another choice", '"c"', "c", "expected one of", { type: "string", enum: ["a", "b"] }],
  ])("is passed on with a warning by default: %s", async (_, body, value, warning, schema) => {
    for (const checkAnswers of [undefined, "warn"] as const) {
      const [answer, warnings] = await asked(checkAnswers, body, schema);
      expect(answer).toEqual(value);
      expect(String(warnings)).toContain("tool/ask: its result differs from its contract: ");
      expect(String(warnings)).toContain(warning);
    }
  });

  test("causes no warning if it matches", async () => {
    expect(await asked(undefined, '{"id":7,"more":true}')).toEqual([
      { id: 7, more: true },
      undefined,
    ]);
  });
});

describe("a response without content is nil, also where the document declares only JSON:", () => {
  const operation = {
    responses: {
      200: { description: "", content: { "application/json": { schema: { type: "object" } } } },
    },
  };
  test.each([
    ["status 204", 204],
    ["status 205", 205],
    ["status 200 without a body", 200],
    ["status 201 without a body", 201],
    ["status 202 without a body", 202],
  ])("%s", async (_, status) => {
    for (const checkAnswers of ["warn", true, false] as const) {
      const tool = await toolAt(
        (_request, response) => {
          response.writeHead(status).end();
        },
        { operation, checkAnswers },
      );
      const step = await run("Ask.", {
        tools: { ask: tool },
        llm: createScriptedModel(["(return (nil? (tool/ask)))"]),
      });
      expect([step.ok && step.return, step.warnings]).toEqual([true, undefined]);
    }
  });
});
