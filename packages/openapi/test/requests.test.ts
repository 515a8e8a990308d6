import { contextFile } from "@ptc/subagent";
import { describe, expect, test } from "vitest";
import { openApiTools } from "@ptc/openapi";
import { documentOf, sentBy } from "./recorded-fetch.ts";

function parameter(name: string, location: string, extra: object = {}): object {
  return {
    name,
    in: location,
    ...(location === "path" ? { required: true } : {}),
    schema: {},
    ...extra,
  };
}

describe("parameters", () => {
  test("are written in their location, in the document's style", async () => {
    const { method, url, headers } = await sentBy(
      "GET /maps/{point}/{z}.{format}",
      {
        parameters: [
          parameter("point", "path", { style: "matrix", explode: true }),
          parameter("z", "path"),
          parameter("format", "path"),
          parameter("tags", "query", { style: "pipeDelimited", explode: false }),
          parameter("filter", "query", { style: "deepObject", explode: true }),
          parameter("where", "query", {
            content: { "application/json": { schema: {} } },
            schema: undefined,
          }),
          parameter("next", "query", { allowReserved: true }),
          parameter("X-Trace", "header"),
          parameter("size", "cookie"),
          parameter("Accept", "header"),
        ],
      },
      {
        point: { x: 1, y: 2 },
        z: 3,
        format: "a/b",
        tags: ["a", "b c"],
        filter: { "a&b": 1 },
        where: { a: [1] },
        next: "/a?b",
        X_Trace: "t 1",
        size: "a; b=c",
      },
    );
    expect(method).toBe("GET");
    expect(url.href).toBe(
      "https://api.test/v1/maps/;x=1;y=2/3.a%2Fb?tags=a%7Cb%20c&filter%5Ba%26b%5D=1&where=%7B%22a%22%3A%5B1%5D%7D&next=/a?b",
    );
    expect(headers).toEqual({ accept: "*/*", "x-trace": "t 1", cookie: "size=a%3B%20b%3Dc" });
  });

  test("of the path apply unless the operation has one of the same name and location", () => {
    const { tools } = openApiTools({
      ...documentOf({}),
      paths: {
        "/a/{id}": {
          parameters: [
            parameter("id", "path"),
            parameter("q", "query", { schema: { type: "string" } }),
          ],
          get: { parameters: [parameter("q", "query", { schema: { type: "integer" } })] },
        },
      },
    });
    expect(tools["get-a-id"]?.signature).toBe("(id :any, q :int?) -> :any");
  });

  test.each([
    [
      "an argument that nobody named",
      { id: "a", qu: 1 },
      "there is no argument qu: did you mean q? It takes id, q, h",
    ],
    ["a parameter that is missing", { q: "a" }, "pass id"],
    ["an empty segment, which is another path", { id: "" }, "id may not be empty"],
    ["two points", { id: ".." }, 'id may not be "." or ".."'],
    ["two points that are written otherwise", { id: "%2e%2E" }, undefined],
    ["a line end in a header", { id: "a", h: "x\r\nHost: evil" }, "h is a header"],
    ["an invalid number", { id: Number.NaN }, "NaN is not a number"],
  ])("%s", async (_, args, message) => {
    const sent = sentBy(
      "GET /a/{id}",
      { parameters: [parameter("id", "path"), parameter("q", "query"), parameter("h", "header")] },
      args,
    );
    if (message === undefined) expect((await sent).url.pathname).toBe("/v1/a/%252e%252E");
    else await expect(sent).rejects.toThrow(`wrong arguments: ${message}`);
  });

  test("never set headers that control where a request goes", async () => {
    const operation = { parameters: [parameter("Host", "header"), parameter("Cookie", "header")] };
    await expect(sentBy("GET /a", operation, { host: "evil" })).rejects.toThrow("it takes none");
    const { warnings } = openApiTools(
      documentOf({ "GET /a": { parameters: [parameter("Host", "header", { required: true })] } }),
    );
    expect(warnings).toEqual([
      {
        operation: "GET /a",
        message: 'its header "Host" is reserved',
        isLeftOut: true,
      },
    ]);
  });
});

function body(mediaType: string, schema: object, extra: object = {}): object {
  return { requestBody: { required: true, content: { [mediaType]: { schema, ...extra } } } };
}

const person = {
  type: "object",
  required: ["first-name"],
  properties: {
    "first-name": { type: "string" },
    born: { type: "string", format: "date-time" },
    nick: { type: ["string", "null"] },
    age: { type: "integer" },
    id: { type: "integer", readOnly: true },
    home: {
      type: "object",
      properties: { "zip-code": { type: "string" }, floor: { type: "integer" } },
    },
  },
};

describe("bodies", () => {
  test("take object fields as arguments, in the document's spelling, without nil for non-null fields", async () => {
    const { body: sent, headers } = await sentBy("POST /people", body("application/json", person), {
      first_name: "Ann",
      born: new Date("2000-01-02T03:04:05Z"),
      nick: null,
      age: null,
      home: { zip_code: "1", floor: null, other: null },
    });
    expect(headers["content-type"]).toBe("application/json");
    expect(JSON.parse(String(sent))).toEqual({
      "first-name": "Ann",
      born: "2000-01-02T03:04:05.000Z",
      nick: null,
      home: { "zip-code": "1", other: null },
    });
  });

  test("add a prefix to fields with a parameter's name, and exclude read-only fields", () => {
    const { tools } = openApiTools(
      documentOf({
        "PUT /people/{age}": {
          ...body("application/json", person),
          parameters: [parameter("age", "path", { schema: { type: "string" } })],
        },
      }),
    );
    expect(tools["put-people-age"]?.signature).toBe(
      "(age :string, first-name :string, born :datetime?, nick :string?, body_age :int?, home {zip-code :string?, floor :int?}?) -> :any",
    );
  });

  test("require the required fields of an optional body once any field is given", async () => {
    const operation = { requestBody: { content: { "application/json": { schema: person } } } };
    expect((await sentBy("POST /a", operation, {})).body).toBeUndefined();
    await expect(sentBy("POST /a", operation, { age: 3 })).rejects.toThrow(
      "wrong arguments: the body needs first-name too",
    );
  });

  test("send unknown fields if the document allows additional properties", async () => {
    const open = { type: "object", properties: { a: {} }, additionalProperties: true };
    const { body: sent } = await sentBy("POST /a", body("application/json", open), {
      a: 1,
      "b c": 2,
    });
    expect(JSON.parse(String(sent))).toEqual({ a: 1, "b c": 2 });
  });

  test("report a misspelled field inside an argument, and send other fields", async () => {
    const filter = { type: "object", properties: { limit: {}, query: {} } };
    const properties = {
      filter,
      rows: { type: "array", items: { oneOf: [filter, { type: "null" }] } },
    };
    const schema = { type: "object", properties };
    const sent = async (args: Readonly<Record<string, unknown>>): Promise<unknown> =>
      (await sentBy("POST /a", body("application/json", schema), args)).body;
    const problem = "there is no field limt: did you mean limit? It takes limit, query";
    await expect(sent({ filter: { limt: 5 } })).rejects.toThrow(problem);
    await expect(sent({ rows: [null, { limt: 5 }] })).rejects.toThrow(problem);
    expect(await sent({ filter: { verbose: 5 } })).toBe('{"filter":{"verbose":5}}');
  });

  test("are a single argument unless they are objects with named fields", async () => {
    const list = { type: "array", items: person };
    const { body: sent } = await sentBy("POST /a", body("application/vnd.a+json", list), {
      body: [{ first_name: "Ann" }],
    });
    expect(sent).toBe('[{"first-name":"Ann"}]');
    expect(
      (await sentBy("POST /a", body("text/csv", {}), { body: "a,b" })).headers["content-type"],
    ).toBe("text/csv; charset=utf-8");
  });

  test("write each form field by its encoding, and objects as JSON", async () => {
    const { body: sent } = await sentBy(
      "POST /a",
      body(
        "application/x-www-form-urlencoded",
        { type: "object", properties: { q: {}, tags: {}, point: {}, deep: {} } },
        {
          encoding: {
            tags: { style: "spaceDelimited" },
            deep: { style: "deepObject", explode: true },
          },
        },
      ),
      { q: "a&b=c d", tags: ["x", "y"], point: { x: 1 }, deep: { a: 1 } },
    );
    expect(sent).toBe("q=a%26b%3Dc%20d&tags=x%20y&point=%7B%22x%22%3A1%7D&deep%5Ba%5D=1");
  });

  test("write multipart parts with name, type and bytes, and no part can end another", async () => {
    const file = contextFile({
      data: new TextEncoder().encode("--ptc-part-boundary-1\r\n"),
      mediaType: "image/png",
      name: 'a"\r\nX: y.png',
    });
    const { body: sent, headers } = await sentBy(
      "POST /a",
      body("multipart/form-data", {
        type: "object",
        properties: {
          file: { type: "string", format: "binary" },
          note: { type: "string" },
          data: { type: "object" },
        },
      }),
      { file, note: "hi", data: { a: 1 } },
    );
    expect(headers["content-type"]).toBe("multipart/form-data; boundary=ptc-part-boundary-2");
    expect(new TextDecoder().decode(sent as Uint8Array).split("\r\n")).toEqual([
      "--ptc-part-boundary-2",
      'Content-Disposition: form-data; name="file"; filename="a%22%0D%0AX: y.png"',
      "Content-Type: image/png",
      "",
      "--ptc-part-boundary-1",
      "",
      "--ptc-part-boundary-2",
      'Content-Disposition: form-data; name="note"',
      "",
      "hi",
      "--ptc-part-boundary-2",
      'Content-Disposition: form-data; name="data"',
      "Content-Type: application/json",
      "",
      '{"a":1}',
      "--ptc-part-boundary-2--",
      "",
    ]);
  });

  test("send bytes from a host file, whose content must be available", async () => {
    const image = body("image/*", {});
    const data = new Uint8Array([1, 2, 3]);
    const { body: sent, headers } = await sentBy("PUT /a", image, {
      body: contextFile({ data, mediaType: "image/gif" }),
    });
    expect([headers["content-type"], sent]).toEqual(["image/gif", data]);
    const url = contextFile({ url: "https://a.test/b.gif", mediaType: "image/gif" });
    await expect(sentBy("PUT /a", image, { body: url })).rejects.toThrow("is given by its URL");
    await expect(
      sentBy("PUT /a", body("application/json", { type: "array" }), { body: [url] }),
    ).rejects.toThrow("JSON can't contain a file");
  });
});

describe("servers", () => {
  const get = { "GET /a": {} };

  test.each([
    ["of the document", {}, {}, "https://api.test/v1/a"],
    ["of the host", {}, { baseUrl: "http://127.0.0.1:1/x/" }, "http://127.0.0.1:1/x/a"],
    [
      "with variables",
      {
        servers: [
          {
            url: "https://{at}.test/{v}/",
            variables: { at: { default: "eu", enum: ["eu", "us"] }, v: { default: "v2" } },
          },
        ],
      },
      { serverVariables: { at: "us" } },
      "https://us.test/v2/a",
    ],
  ])("%s", async (_, extra, options, url) => {
    expect((await sentBy("GET /a", {}, {}, { extra, ...options })).url.href).toBe(url);
  });

  test.each([
    ["a relative one", { servers: [{ url: "/v1" }] }, {}, 'names only the relative server "/v1"'],
    ["none", { servers: [] }, {}, "the document names no server"],
    [
      "another protocol",
      { servers: [{ url: "file:///etc" }] },
      {},
      "expected an http or https URL",
    ],
    [
      "a password",
      { servers: [{ url: "https://a:b@c.test" }] },
      {},
      "must not contain a user name or password",
    ],
    [
      "a query",
      { servers: [{ url: "https://c.test/?a=" }] },
      {},
      "must not contain a query or fragment",
    ],
    ["a variable that is none", {}, { serverVariables: { a: "b" } }, "has no such variable"],
    [
      "credentials that may go anywhere",
      {},
      { headers: { a: "b" } },
      "option `baseUrl`: required with `security` or `headers`",
    ],
  ])("rejects %s", (_, extra, options, message) => {
    expect(() => openApiTools(documentOf(get, extra), options)).toThrow(message);
  });

  describe("inside the host's network", () => {
    const local = "http://{host}:9200/v1";
    const variables = { host: { default: "127.0.0.1" } };

    test.each([
      ["http://localhost:3000", {}, "a loopback address"],
      ["http://0x7f.1/", {}, "a loopback address"],
      ["http://[::ffff:169.254.169.254]/latest", {}, "a link-local address"],
      ["https://10.1.2.3/", {}, "a private address"],
      ["http://elasticsearch:9200/", {}, "a name inside a network"],
      [local, {}, "a loopback address"],
      [local, { serverVariables: { host: "192.168.0.7" } }, "a private address"],
    ])("a document can't choose %s with %j", (url, options, kind) => {
      const make = () => openApiTools(documentOf(get, { servers: [{ url, variables }] }), options);
      expect(make).toThrow(`has ${kind}, which a document can't choose`);
      expect(make).toThrow("option `baseUrl`");
    });

    test.each([
      { allowPrivateServer: true, serverVariables: { host: "localhost" } },
      { baseUrl: "http://localhost:9200/v1" },
    ])("the application can choose one with %j", async (options) => {
      const extra = { servers: [{ url: local, variables }] };
      const { url } = await sentBy("GET /a", {}, {}, { extra, ...options });
      expect(url.href).toBe("http://localhost:9200/v1/a");
    });

    test("one of an operation alone is never called", () => {
      const document = documentOf({ "GET /a": { servers: [{ url: "http://127.0.0.1/" }] } });
      const { tools, warnings } = openApiTools(document, { allowPrivateServer: true });
      expect([tools, warnings]).toMatchObject([{}, [{ isLeftOut: true }]]);
    });
  });

  test("an operation with a server elsewhere is omitted, or called at baseUrl if it is set", () => {
    const document = documentOf({
      "GET /a": { servers: [{ url: "https://evil.test" }] },
      "GET /b": {},
    });
    expect(openApiTools(document).warnings).toMatchObject([
      {
        operation: "GET /a",
        isLeftOut: true,
        message: expect.stringContaining("https://evil.test") as string,
      },
    ]);
    const given = openApiTools(document, { baseUrl: "https://api.test" });
    expect(given.warnings).toMatchObject([{ operation: "GET /a", isLeftOut: false }]);
    expect(Object.keys(given.tools)).toEqual(["get-a", "get-b"]);
  });
});
