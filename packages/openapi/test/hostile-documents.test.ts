// Tests invalid, huge and hostile documents.

import { run } from "@ptc/subagent";
import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import { openApiTools, type OpenApiOptions } from "@ptc/openapi";
import { documentOf, recordedFetch, toolContext } from "./recorded-fetch.ts";

describe("openApiTools rejects invalid documents with a hint", () => {
  test.each<[string, unknown, string]>([
    ["YAML", "openapi: 3.1.0\n", "the text is not JSON; parse YAML with a library such as yaml"],
    ["a list", [], "expected an OpenAPI document"],
    ["nothing", null, "expected an OpenAPI document"],
    ["Swagger", { swagger: "2.0" }, 'got Swagger "2.0": convert the document first'],
    [
      "a later version",
      { openapi: "4.0.0\u001b[2J" },
      'expected OpenAPI 3.0, 3.1 or 3.2, got "4.0.0\\\\u001b[2J"',
    ],
    ["a number of a later version", { openapi: 3.5 }, 'got "3.5"'],
    ["another object", { openapi: null }, "an object without the field openapi"],
  ])("%s", (_, document, message) => {
    expect(() => openApiTools(document as object)).toThrow(message);
  });
  expect(Object.keys(openApiTools(JSON.stringify(documentOf({ "GET /a": {} }))).tools)).toEqual([
    "get-a",
  ]);
});

test.each([3, 3.1, "3.0.4", "3.1", "3.2.0"])(
  "openApiTools takes version %j, as JSON or a reader of YAML gives it",
  (openapi) => {
    const { tools } = openApiTools({ ...documentOf({ "GET /a": {} }), openapi });
    expect(Object.keys(tools)).toEqual(["get-a"]);
  },
);

const schemaOf = (schema: object): object => ({
  requestBody: { required: true, content: { "application/json": { schema } } },
});

const query = (extra: object): object => ({
  parameters: [{ name: "q", in: "query", ...extra }],
});

describe("openApiTools omits only unusable operations, with the reason", () => {
  test.each<[string, object, string]>([
    [
      "a remote schema",
      schemaOf({ $ref: "https://evil.test/a.json#/b" }),
      'its $ref "https://evil.test/a.json#/b" points outside the document; bundle the files',
    ],
    [
      "a file",
      schemaOf({ properties: { a: { $ref: "../../etc/passwd" } } }),
      'its $ref "../../etc/passwd" points outside the document',
    ],
    [
      "a location that is not there",
      schemaOf({ $ref: "#/components/schemas/None" }),
      'its $ref "#/components/schemas/None" has no target',
    ],
    ["a name of the prototype", schemaOf({ $ref: "#/__proto__/toString" }), "has no target"],
    [
      "references in a ring",
      schemaOf({ $ref: "#/components/schemas/A" }),
      "a schema refers to itself",
    ],
    [
      "a parameter in a ring",
      { parameters: [{ $ref: "#/components/parameters/P" }] },
      "is part of a chain of more than 20",
    ],
    [
      "a schema that is none",
      schemaOf({ properties: { a: 3 } }),
      "one of its schemas is not an object",
    ],
    ["a schema without end", schemaOf(nested(150)), "nested more than 100 levels deep"],
    [
      "a parameter that is nowhere",
      query({ in: "body" }),
      'its parameter "q" is in "body", not in path, query, header, cookie',
    ],
    [
      "a style of another location",
      query({ style: "matrix" }),
      'its parameter "q" has the style "matrix", which is not valid in query',
    ],
    [
      "a parameter in XML",
      query({ content: { "application/xml": {} } }),
      'is written as "application/xml", but only JSON',
    ],
    [
      "a path parameter without a location",
      { parameters: [{ name: "z", in: "path" }] },
      "its path has no {z}",
    ],
    [
      "too many parameters",
      {
        parameters: Array.from({ length: 300 }, (_, index) => ({
          name: `a${String(index)}`,
          in: "query",
        })),
      },
      "it has more than 200 parameters",
    ],
    [
      "a body without a type",
      { requestBody: { content: { "x\r\ny": {} } } },
      "its request body has no media type",
    ],
  ])("%s", (_, operation, message) => {
    const { tools, warnings } = openApiTools(withRings({ "GET /bad": operation, "GET /good": {} }));
    expect(Object.keys(tools)).toEqual(["get-good"]);
    expect(warnings).toEqual([
      {
        operation: "GET /bad",
        message: expect.stringContaining(message) as string,
        isLeftOut: true,
      },
    ]);
    expect(() => openApiTools(withRings({ "GET /bad": operation }), { strict: true })).toThrow(
      "GET /bad can't become a tool (option strict)",
    );
  });

  test.each([
    ["GET /a/{id}", 'its path names "id", but it has no such parameter'],
    ["GET /../admin", 'its path has the invalid part ".."'],
    ["GET /a/%2E%2e/b", "its path has the invalid part"],
    ["GET /a?b=c", "its path has the invalid part"],
    ["GET /a\\..\\b", "its path has the invalid part"],
    ["GET /a{b/c}", "its path has the invalid part"],
  ])("omits %s because of its path", (location, message) => {
    expect(openApiTools(documentOf({ [location]: {} })).warnings).toMatchObject([
      { isLeftOut: true, message: expect.stringContaining(message) as string },
    ]);
  });

  test("omits invalid operations and path items", () => {
    const document = {
      ...documentOf({}),
      paths: { "/a": 3, "/b": { get: [] }, "/c": { $ref: "x.json" }, "x-d": {}, "/e": { get: {} } },
    };
    const { tools, warnings } = openApiTools(document);
    expect(Object.keys(tools)).toEqual(["get-e"]);
    expect(warnings.map(({ operation, message }) => `${operation ?? ""}: ${message}`)).toEqual([
      "/a: it is not a path item",
      "GET /b: it is not an operation",
      '/c: its $ref "x.json" points outside the document; bundle the files into one document, because none are fetched',
    ]);
  });
});

function nested(levels: number): object {
  return levels === 0 ? { type: "string" } : { type: "array", items: nested(levels - 1) };
}

function withRings(operations: Readonly<Record<string, object>>): object {
  return documentOf(operations, {
    components: {
      schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } },
      parameters: { P: { $ref: "#/components/parameters/P" } },
    },
  });
}

test("cuts a recursive schema at the point of recursion", () => {
  const tree = {
    type: "object",
    properties: {
      name: { type: "string" },
      children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    },
  };
  const { tools, warnings } = openApiTools(
    documentOf(
      { "PUT /a": schemaOf({ $ref: "#/components/schemas/Tree" }) },
      { components: { schemas: { Tree: tree } } },
    ),
  );
  expect(warnings).toEqual([]);
  expect(tools["put-a"]?.signature).toBe(
    "type Tree {name :string?, children :any?} (name :string?, children [:Tree]?) -> :any",
  );
});

/** Each level contains the next one twice: 2^40 schemas if expanded. */
function doubling(levels: number): Record<string, object> {
  return Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      `S${String(level)}`,
      level === 0
        ? { type: "string" }
        : {
            type: "object",
            properties: {
              a: { $ref: `#/components/schemas/S${String(level - 1)}` },
              b: { $ref: `#/components/schemas/S${String(level - 1)}` },
            },
          },
    ]),
  );
}

test("schemas that double with each level cost the arguments, or the type of the result", () => {
  const last = { $ref: "#/components/schemas/S39" };
  const answer = {
    responses: { 200: { description: "", content: { "application/json": { schema: last } } } },
  };
  const { tools, warnings } = openApiTools(
    documentOf(
      { "PUT /a": schemaOf(last), "GET /a": answer },
      { components: { schemas: doubling(40) } },
    ),
  );
  expect(tools["get-a"]?.signature).toBe("() -> :any");
  expect(Object.keys(tools)).toEqual(["get-a"]);
  expect(warnings.map(({ message }) => message)).toEqual([
    "the schema of its result is too large for a signature, so the type is :any",
    "the schemas of its arguments are too large for a signature",
  ]);
});

test("stops at a bound for a cyclic object, as YAML aliases can create", () => {
  const ring: Record<string, unknown> = { type: "object" };
  ring.properties = { a: ring };
  let shared: object = { type: "string" };
  for (let level = 0; level < 60; level++)
    shared = { type: "object", properties: { a: shared, b: shared } };
  const { tools, warnings } = openApiTools(
    documentOf({ "PUT /a": schemaOf(ring), "PUT /b": schemaOf(shared), "GET /c": {} }),
  );
  expect(Object.keys(tools)).toEqual(["get-c"]);
  expect(warnings.map(({ message }) => message)).toEqual([
    "its schemas are nested more than 100 levels deep",
    "the schemas of its arguments are too large for a signature",
  ]);
});

test.runIf(process.env["PTC_TESTS"] !== undefined)(
  "creates tools for 3,000 operations whose schemas have 1,000 parts each",
  () => {
    const field = { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } } };
    const fields = Array.from({ length: 55 }, (_, index) => [`field_${String(index)}`, field]);
    const large = { type: "object", properties: Object.fromEntries(fields) as object };
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Large" } } };
    const operation = {
      requestBody: { content },
      responses: { 200: { description: "Done.", content } },
    };
    const paths = Array.from({ length: 3_000 }, (_, index) => [
      `/things/${String(index)}`,
      { put: operation },
    ]);
    const { tools, warnings } = openApiTools({
      openapi: "3.1.0",
      servers: [{ url: "https://api.example" }],
      paths: Object.fromEntries(paths) as object,
      components: { schemas: { Large: large } },
    });
    expect(warnings).toEqual([]);
    expect(Object.keys(tools)).toHaveLength(3_000);
  },
  60_000,
);

test("counts operations beyond the limit instead of creating them", { tags: "full" }, () => {
  const { tools, warnings } = openApiTools(
    documentOf(
      Object.fromEntries(
        Array.from({ length: 20_010 }, (_, index) => [`GET /a${String(index)}`, {}]),
      ),
    ),
  );
  expect(Object.keys(tools)).toHaveLength(20_000);
  expect(warnings).toEqual([
    {
      message: "10 operations beyond the first 20000: choose some (option include)",
      isLeftOut: true,
    },
  ]);
});

test("treats names of JavaScript members like any other names", async () => {
  const { fetch, sent } = recordedFetch();
  const document = JSON.parse(`{
    "openapi": "3.0.3", "servers": [{ "url": "https://api.test" }],
    "paths": { "/a/{__proto__}": { "post": {
      "operationId": "__proto__",
      "parameters": [
        { "name": "__proto__", "in": "path", "required": true, "schema": { "type": "string" } },
        { "name": "constructor", "in": "query", "schema": { "type": "string" } },
        { "name": "__proto__", "in": "header", "schema": { "type": "string" } }
      ],
      "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/__proto__" } } } }
    } } },
    "components": { "schemas": { "__proto__": { "type": "object", "properties": {
      "__proto__": { "type": "string" }, "toString": { "type": "string" }, "hasOwnProperty": { "type": "string" }
    } } } }
  }`) as object;
  const { tools, warnings } = openApiTools(document, { fetch });
  expect(warnings).toEqual([]);
  expect(Object.keys(tools)).toEqual(["proto__"]);
  const step = await run("Ask.", {
    tools,
    llm: createScriptedModel([
      '(return (tool/proto__ {:proto__ "a" :constructor "b" :header_proto__ "c" :body_proto__ "d" :toString "e"}))',
    ]),
  });
  expect(step.ok || step.fail).toBe(true);
  const [request] = sent;
  expect([request?.url.href, Object.entries(request?.headers ?? {})]).toEqual([
    "https://api.test/a/a?constructor=b",
    [
      ["accept", "*/*"],
      ["__proto__", "c"],
      ["content-type", "application/json"],
    ],
  ]);
  expect(request?.body).toBe('{"__proto__":"d","toString":"e"}');
  expect(({} as Record<string, unknown>).d).toBeUndefined();
});

test("text of a document never begins a new line in messages", () => {
  const { warnings } = openApiTools(
    documentOf({ "GET /a\n{b}": {}, "GET /c": schemaOf({ $ref: "x\n- evil" }) }),
  );
  for (const { operation, message } of warnings)
    expect(`${operation ?? ""}${message}`).not.toMatch(/\n/);
  expect(warnings).toHaveLength(2);
});

describe("the include option", () => {
  const document = documentOf({
    "GET /a": { operationId: "listA", tags: ["read"] },
    "POST /a": { operationId: "addA", tags: ["write", "a"] },
    "GET /b": { tags: ["read", "a"] },
  });
  test.each<[string, OpenApiOptions["include"], readonly string[]]>([
    ["all", undefined, ["listA", "addA", "get-b"]],
    ["by method", { methods: ["get"] }, ["listA", "get-b"]],
    ["by tag", { tags: ["a"] }, ["addA", "get-b"]],
    ["by operation", { operations: ["addA", "GET /b"] }, ["addA", "get-b"]],
    ["by all of these", { tags: ["a"], methods: ["GET"] }, ["get-b"]],
    ["by a function", ({ path, method }) => path === "/a" && method !== "GET", ["addA"]],
  ])("%s", (_, include, names) => {
    const options = include === undefined ? {} : { include };
    expect(Object.keys(openApiTools(document, options).tools)).toEqual(names);
  });

  test.each<[string, object, string]>([
    [
      "an operation that is not there",
      { include: { operations: ["lstA"] } },
      'option `include.operations`: no operation of the document has "lstA"; did you mean `listA`?',
    ],
    ["a list that is none", { include: { tag: [] } }, "option `include.tag`: unknown option"],
    [
      "a method that is none",
      { include: { methods: ["PUSH"] } },
      '"PUSH" is not an OpenAPI method',
    ],
    [
      "an option that is none",
      { basUrl: "x" },
      "option `basUrl`: unknown option (did you mean `baseUrl`?)",
    ],
    [
      "a bound that is none",
      { maxResponseBytes: 0 },
      "option `maxResponseBytes`: expected a whole number from 1 to 20000000",
    ],
    [
      "a prefix that no symbol can have",
      { prefix: "a b" },
      "option `prefix`: expected up to 40 ASCII letters",
    ],
    ["a fetch that is none", { fetch: "x" }, "option `fetch`: expected a function"],
    [
      "a header with a line end",
      { baseUrl: "https://a.test", headers: { a: "b\n" } },
      "option `headers.a`: expected one line",
    ],
  ])("rejects %s", (_, options, message) => {
    expect(() => openApiTools(document, options)).toThrow(message);
  });
});

test("leaves the document unmodified, and tools can be called outside an agent", async () => {
  const document = documentOf({
    "GET /a/{id}": { parameters: [{ name: "id", in: "path", required: true, schema: {} }] },
  });
  const before = JSON.stringify(document);
  const { fetch, sent } = recordedFetch();
  const { tools } = openApiTools(document, { fetch });
  await tools["get-a-id"]?.execute({ id: 1 }, toolContext());
  expect(sent[0]?.url.pathname).toBe("/v1/a/1");
  expect(JSON.stringify(document)).toBe(before);
});
