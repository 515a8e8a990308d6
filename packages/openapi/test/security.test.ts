import { createScriptedModel } from "@ptc/llm";
import { run } from "@ptc/subagent";
import { describe, expect, test } from "vitest";
import { openApiTools, type OpenApiOptions } from "@ptc/openapi";
import { documentOf, recordedFetch, sentBy, toolContext } from "./recorded-fetch.ts";

const extra = {
  security: [{ token: [] }],
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "Bearer" },
      login: { type: "http", scheme: "basic" },
      oauth: { type: "oauth2", flows: {} },
      digest: { type: "http", scheme: "digest" },
      header: { type: "apiKey", in: "header", name: "X-Key" },
      query: { type: "apiKey", in: "query", name: "key" },
      cookie: { type: "apiKey", in: "cookie", name: "sid" },
      certificate: { type: "mutualTLS" },
    },
  },
};
const baseUrl = "https://api.test";

async function sent(need: object[], security: NonNullable<OpenApiOptions["security"]>) {
  const { url, headers } = await sentBy(
    "GET /a",
    { security: need },
    {},
    { extra, baseUrl, security },
  );
  const { authorization, cookie, "x-key": key } = headers;
  return { query: url.search, authorization, cookie, key };
}

describe("credentials are sent where the document's scheme puts them", () => {
  test.each<[string, object[], NonNullable<OpenApiOptions["security"]>, object]>([
    ["bearer", [{ token: [] }], { token: "abcd" }, { authorization: "Bearer abcd" }],
    [
      "basic",
      [{ login: [] }],
      { login: { username: "ü", password: "p:w" } },
      { authorization: "Basic w7w6cDp3" },
    ],
    [
      "a token of OAuth",
      [{ oauth: ["read"] }],
      { oauth: () => Promise.resolve("abcd") },
      { authorization: "Bearer abcd" },
    ],
    [
      "another scheme of HTTP",
      [{ digest: [] }],
      { digest: "a=b" },
      { authorization: "digest a=b" },
    ],
    ["a key in a header", [{ header: [] }], { header: "abcd" }, { key: "abcd" }],
    ["a key in the query", [{ query: [] }], { query: "a&b" }, { query: "?key=a%26b" }],
    ["a key in a cookie", [{ cookie: [] }], { cookie: "a;b" }, { cookie: "sid=a%3Bb" }],
    [
      "two at once",
      [{ header: [], query: [], certificate: [] }],
      { header: "abcd", query: "efgh" },
      { key: "abcd", query: "?key=efgh" },
    ],
    [
      "the first alternative that the host has",
      [{}, { token: [] }, { header: [] }, { query: [] }],
      { query: "efgh", header: "abcd" },
      { key: "abcd" },
    ],
    ["none, where none is needed", [], { token: "abcd" }, {}],
  ])("%s", async (_, need, security, expected) => {
    expect(await sent(need, security)).toEqual({
      query: "",
      authorization: undefined,
      cookie: undefined,
      key: undefined,
      ...expected,
    });
  });
});

test("values from the host are not arguments, and arguments can't replace them", async () => {
  const operation = {
    security: [{ query: [] }],
    parameters: [
      { name: "key", in: "query", required: true, schema: { type: "string" } },
      { name: "x-tenant", in: "header", schema: { type: "string" } },
      { name: "filter", in: "query", style: "form", explode: true, schema: { type: "object" } },
    ],
  };
  const { fetch, sent: requests } = recordedFetch();
  const { tools } = openApiTools(documentOf({ "GET /a": operation }, extra), {
    fetch,
    baseUrl,
    security: { query: "s3cret" },
    headers: { "X-Tenant": "mine" },
  });
  expect(tools["get-a"]?.signature).toBe("(filter :map?) -> :any");
  await tools["get-a"]?.execute({ filter: { a: 1 } }, toolContext());
  expect(requests[0]?.url.search).toBe("?a=1&key=s3cret");
  expect(requests[0]?.headers["x-tenant"]).toBe("mine");
  await expect(
    Promise.resolve(tools["get-a"]?.execute({ filter: { key: "other" } }, toolContext())),
  ).rejects.toThrow('wrong arguments: filter may not have the field "key"');
});

test("calls operations without missing credentials, with one warning for all", () => {
  const { tools, warnings } = openApiTools(
    documentOf(
      {
        "GET /a": {},
        "GET /b": {},
        "GET /c": { security: [{ query: [], header: [] }, { login: [] }] },
      },
      extra,
    ),
    { baseUrl, security: { header: "abcd" } },
  );
  expect(Object.keys(tools)).toHaveLength(3);
  const message =
    "called without credentials, because the option security has none of the required schemes:";
  expect(warnings).toEqual([
    { message: `${message} token (GET /a and 1 more)`, isLeftOut: false },
    { operation: "GET /c", message: `${message} query and header, or login`, isLeftOut: false },
  ]);
});

test.each<[string, object, RegExp]>([
  [
    "a scheme that the document has not",
    { tokn: "x" },
    /^option `security\.tokn`: .*did you mean `token`\?$/,
  ],
  [
    "a token with a line end",
    { token: "s3cret\r\nX: y" },
    /^option `security\.token`: expected a string of one line/,
  ],
  ["an empty token", { token: " " }, /^option `security\.token`/],
  [
    "basic without a name",
    { login: "s3cret" },
    /^option `security\.login`: expected \{ username, password \}/,
  ],
])("rejects %s immediately, without showing it", (_, security, message) => {
  const make = (): unknown =>
    openApiTools(documentOf({}, extra), {
      baseUrl,
      security: security as Record<string, string>,
    });
  expect(make).toThrow(message);
  expect(make).not.toThrow(/s3cret/);
});

test.each<[string, () => Promise<string>]>([
  ["fails", () => Promise.reject(new Error("s3cret"))],
  ["answers what cannot be sent", () => Promise.resolve("s3cret\n")],
])("sends no request if a credential function %s", async (_, token) => {
  const { fetch, sent: requests } = recordedFetch();
  const { tools } = openApiTools(documentOf({ "GET /a": {} }, extra), {
    fetch,
    baseUrl,
    security: { token },
  });
  await expect(Promise.resolve(tools["get-a"]?.execute({}, toolContext()))).rejects.toThrow(
    "the function of the option security.token returned no valid credentials: the request was not sent",
  );
  expect(requests).toEqual([]);
});

test("the step, messages, trace and calls contain no secret, whatever the server and fetch return", async () => {
  const secrets = ["tok-s3cret-1", "key-s3cret&2", "pass-s3cret-3"];
  const [token = "", key = "", password = ""] = secrets;
  const answers = [
    (url: URL) => Response.json({ echo: url.href, [token]: [key, { password }] }),
    (url: URL) => new Response(`wrong: ${url.href} ${token}`, { status: 500 }),
    (url: URL) => new Response(`<p>${url.href}</p>`, { headers: { "content-type": "text/html" } }),
    (url: URL) => Promise.reject(new TypeError(`fetch failed: ${url.href}`)),
  ];
  const { fetch } = recordedFetch(({ url, headers }) => {
    expect([headers.authorization, url.searchParams.get("key")]).toEqual([`Bearer ${token}`, key]);
    return (answers[Number(url.pathname.at(-1))] ?? fail)(url);
  });
  const { tools } = openApiTools(
    documentOf(
      {
        "GET /a/{n}": {
          operationId: "a",
          security: [{ token: [], query: [] }],
          parameters: [{ name: "n", in: "path", required: true, schema: { type: "integer" } }],
          responses: { 200: { description: "", content: { "application/json": {} } } },
        },
      },
      extra,
    ),
    { fetch, baseUrl, security: { token, query: () => key }, headers: { "X-Password": password } },
  );
  const events: unknown[] = [];
  const step = await run("Ask.", {
    tools,
    llm: createScriptedModel([
      "(return (pmap (fn [n] (try (tool/a {:n n}) (catch Exception e [(ex-message e) (ex-data e)]))) [0 1 2 3]))",
    ]),
    trace: { emit: (event) => void events.push(event) },
  });
  const shown = JSON.stringify([step, events]);
  expect(step.ok).toBe(true);
  expect(events.length).toBeGreaterThan(4);
  for (const secret of secrets)
    for (const spelled of [secret, encodeURIComponent(secret)])
      expect(shown).not.toContain(spelled);
  expect(shown).toContain("[secret]");
});

function fail(): never {
  throw new Error("there is no such answer");
}

describe("approval", () => {
  const methods = ["get", "head", "options", "trace", "post", "put", "patch", "delete"];
  const document = {
    openapi: "3.1.0",
    servers: [{ url: "https://api.example" }],
    paths: { "/x": Object.fromEntries(methods.map((name) => [name, { operationId: name }])) },
  };

  test.each([
    [undefined, []],
    ["writes", ["post", "put", "patch", "delete"]],
    ["destructive", ["put", "patch", "delete"]],
    ["all", methods],
  ] as const)("with %s, the right methods wait", (approve, waiting) => {
    const { tools } = openApiTools(document, {
      ...(approve === undefined ? {} : { approve, approvalTimeoutMs: 9 }),
      prefix: "api/",
    });
    const found = Object.entries(tools).filter(([, tool]) => tool.needsApproval === true);
    expect(found.map(([name]) => name).sort()).toEqual(waiting.map((name) => `api/${name}`).sort());
    expect(found.every(([, tool]) => tool.approvalTimeoutMs === 9)).toBe(true);
  });

  test("an unknown value is an error", () => {
    const approve = "some" as "all";
    expect(() => openApiTools(document, { approve })).toThrow(
      'option `approve`: expected "all", "writes" or "destructive"',
    );
  });
});
