// Tests that ids and times reach the API, and come back, as they are written.

import { run } from "@ptc/subagent";
import { describe, expect, test } from "vitest";
import { openApiTools, type OpenApiOptions } from "@ptc/openapi";
import { documentOf, recordedFetch, sentBy } from "./recorded-fetch.ts";

const integer = { type: "integer", format: "int64" };
const time = { type: "string", format: "date-time" };

function json(schema: object): object {
  return { content: { "application/json": { schema } } };
}

/** Runs a program with the operation `POST /items`, whose server responds with `body`. */
async function play(
  program: string,
  operation: object,
  body: string,
  options: OpenApiOptions = {},
): Promise<{ readonly answer: unknown; readonly sent: ReturnType<typeof recordedFetch>["sent"] }> {
  const { fetch, sent } = recordedFetch(
    () => new Response(body, { headers: { "content-type": "application/json" } }),
  );
  const document = documentOf({ "POST /items": { operationId: "items", ...operation } });
  const { tools } = openApiTools(document, { fetch, ...options });
  const step = await run("Do it.", { llm: () => program, tools, maxTurns: 1 });
  return { answer: step.ok ? step.return : step.fail.message, sent };
}

describe("integers beyond 2^53", () => {
  const response = { type: "object", properties: { id: integer, price: { type: "number" } } };

  test.each([
    ["an integer of the document", { responses: { 200: { description: "", ...json(response) } } }],
    ["a response without a schema", { responses: {} }],
  ])("keep their digits in %s", async (_, operation) => {
    const body = '{"id":1234567890123456789,"price":9007199254740993,"rows":[[-9007199254740993]]}';
    const { answer } = await play(
      "(let [r (tool/items)] (return (pr-str [(:id r) (:price r) (:rows r)])))",
      operation,
      body,
    );
    expect(answer).toBe("[1234567890123456789 9007199254740993 [[-9007199254740993]]]");
  });

  const operation = {
    parameters: [
      { name: "id", in: "query", schema: integer },
      { name: "ids", in: "query", schema: { type: "array", items: integer } },
      { name: "X-Id", in: "header", schema: integer },
      {
        name: "where",
        in: "query",
        content: { "application/json": { schema: { type: "object" } } },
      },
    ],
    requestBody: json({
      type: "object",
      properties: {
        parent: integer,
        weight: { type: "number" },
        nested: { type: "array", items: { type: "object" } },
      },
    }),
    responses: {},
  };
  const program = `(let [id (:id (tool/items {}))]
    (tool/items {:id id :ids [id 1] :X-Id id :where {:id id}
                 :parent id :weight id :nested [{"1234567890123456789" [[id]]}]})
    (return true))`;

  test("are sent back by a program that got them, everywhere in a request", async () => {
    const { answer, sent } = await play(program, operation, '{"id":123456789012345678}');
    expect(answer).toBe(true);
    const [, request] = sent;
    expect(request?.url.search).toBe(
      "?id=123456789012345678&ids=123456789012345678&ids=1&where=%7B%22id%22%3A123456789012345678%7D",
    );
    expect(request?.headers["x-id"]).toBe("123456789012345678");
    expect(request?.body).toBe(
      '{"parent":123456789012345678,"weight":123456789012345678,"nested":[{"1234567890123456789":[[123456789012345678]]}]}',
    );
  });

  test("are sent as text or refused, if the option bigint says so", async () => {
    const text = await play(program, operation, '{"id":123456789012345678}', { bigint: "string" });
    expect(text.sent[1]?.body).toBe(
      '{"parent":"123456789012345678","weight":"123456789012345678","nested":[{"1234567890123456789":[["123456789012345678"]]}]}',
    );
    const refused = await play(program, operation, '{"id":123456789012345678}', {
      bigint: "error",
    });
    expect(refused.answer).toContain(
      "wrong arguments: the integer 123456789012345678 is beyond the exact numbers of this API",
    );
    expect(() => openApiTools(documentOf({}), { bigint: "text" as "string" })).toThrow(
      "option `bigint`: expected number, string, error",
    );
  });

  test("of too many digits fail the call, with a reason", async () => {
    const { answer } = await play("(return (tool/items))", { responses: {} }, "7".repeat(200_000));
    expect(answer).toContain("answered integers with too many digits: 777");
  });

  test("are written into a path and a form with all digits", async () => {
    const { url } = await sentBy(
      "GET /a/{id}",
      { parameters: [{ name: "id", in: "path", required: true, schema: {} }] },
      { id: -9007199254740993n },
    );
    expect(url.pathname).toBe("/v1/a/-9007199254740993");
    const { body } = await sentBy(
      "POST /a",
      {
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": {
              schema: { type: "object", properties: { id: {}, rows: {} } },
            },
          },
        },
      },
      { id: 1234567890123456789n, rows: [{ id: 1234567890123456789n }] },
    );
    expect(body).toBe("id=1234567890123456789&rows=%5B%7B%22id%22%3A1234567890123456789%7D%5D");
  });
});

describe("times", () => {
  const operation = {
    parameters: [{ name: "since", in: "query", schema: time }],
    requestBody: json({
      type: "object",
      properties: { start: time, slots: { type: "array", items: { anyOf: [time, integer] } } },
    }),
    responses: {},
  };

  test("that a program writes as text are sent unchanged", async () => {
    const { answer, sent } = await play(
      `(tool/items {:since "2026-01-02T03:04:05.123456Z" :start "2026-01-02T09:00:00+02:00"
                    :slots ["2026-01-02T09:00:00-11:30"]})
       (return true)`,
      operation,
      "null",
    );
    expect(answer).toBe(true);
    expect(sent[0]?.url.searchParams.get("since")).toBe("2026-01-02T03:04:05.123456Z");
    expect(sent[0]?.body).toBe(
      '{"start":"2026-01-02T09:00:00+02:00","slots":["2026-01-02T09:00:00-11:30"]}',
    );
  });

  test.each([
    "2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05.1Z",
    "2026-01-02T03:04:05.120+00:00",
    "2026-12-31T23:59:59.999999999+14:00",
    "2026-01-02T00:30:00-11:30",
    "2024-02-29T12:00:00.000000+05:45",
  ])("that a program writes as text keep each digit and their offset: %s", async (text) => {
    const { answer, sent } = await play(
      `(tool/items {:since "${text}" :start (str "${text}") :slots [1 "${text}"]}) (return true)`,
      operation,
      "null",
    );
    expect(answer).toBe(true);
    expect(sent[0]?.url.searchParams.get("since")).toBe(text);
    expect(sent[0]?.body).toBe(JSON.stringify({ start: text, slots: [1, text] }));
  });

  test("that a program has as instants are sent as ISO text", async () => {
    const { sent } = await play(
      '(tool/items {:since #inst "2026-01-02T03:04:05Z" :start (java.time.Instant/parse "2026-01-02T09:00:00+02:00")})',
      operation,
      "null",
    );
    expect(sent[0]?.url.searchParams.get("since")).toBe("2026-01-02T03:04:05.000Z");
    expect(sent[0]?.body).toBe('{"start":"2026-01-02T07:00:00.000Z"}');
  });

  test("are sent in the format of the document: a date, or a time", async () => {
    const date = { type: "string", format: "date" };
    const { answer, sent } = await play(
      `(let [at #inst "2026-01-02T03:04:05Z"]
         (tool/items {:day at :on at :days [at (java.time.LocalDate/parse "2026-01-03")] :from at})
         (return true))`,
      {
        parameters: [{ name: "day", in: "query", schema: date }],
        requestBody: json({
          type: "object",
          properties: {
            on: { oneOf: [date, { type: "null" }] },
            days: { type: "array", items: date },
            from: { type: "string", format: "time" },
          },
        }),
        responses: {},
      },
      "null",
    );
    expect(answer).toBe(true);
    expect(sent[0]?.url.searchParams.get("day")).toBe("2026-01-02");
    expect(sent[0]?.body).toBe(
      '{"on":"2026-01-02","days":["2026-01-02","2026-01-03"],"from":"03:04:05.000Z"}',
    );
  });

  test("without an offset are refused before the call, with an example", async () => {
    const { answer, sent } = await play('(tool/items {:start "tomorrow"})', operation, "null");
    expect(answer).toContain(
      'start: expected datetime or nil, got string "tomorrow" (write it with its offset, as in 2026-01-31T09:30:00Z)',
    );
    expect(sent).toEqual([]);
  });
});
