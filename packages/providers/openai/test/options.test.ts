// Tests the options of a model: invalid ones, and that nothing else is read.

import { afterEach, describe, expect, test, vi } from "vitest";
import { openai, type OpenAIOptions } from "../src/index.ts";
import { failureOf, hello, keyed, local, sentFor } from "./fake-server.ts";

// Callers in JavaScript may pass anything.
const wrong = (options: unknown): OpenAIOptions => options as OpenAIOptions;

describe("openai rejects invalid options before a request:", () => {
  test.each<readonly [string, () => unknown, string]>([
    ["a key as options", () => openai("m", wrong("k")), "expected options: apiKey, baseUrl"],
    ["no options", () => openai("m"), "missing apiKey (pass `apiKey` or set OPENAI_API_KEY)"],
    ["no key", () => openai("m", {}), "missing apiKey (pass `apiKey` or set OPENAI_API_KEY)"],
    [
      "an empty key",
      () => openai("m", { apiKey: " " }),
      "missing apiKey (pass `apiKey` or set OPENAI_API_KEY)",
    ],
    [
      "a key of two lines",
      () => openai("m", { apiKey: "sk\nx" }),
      "apiKey: expected printable ASCII characters",
    ],
    [
      "no key at OpenAI's address",
      () => openai("m", { baseUrl: "https://eu.api.openai.com/v1" }),
      "missing apiKey (pass `apiKey` or set OPENAI_API_KEY)",
    ],
    ["no model", () => openai("", keyed), "expected a model id, such as"],
    [
      "no URL",
      () => openai("m", { baseUrl: "localhost" }),
      "baseUrl: expected an http or https URL",
    ],
    [
      "a password in the URL",
      () => openai("m", { baseUrl: "http://a:b@c.example" }),
      "baseUrl: must not contain a user name or password",
    ],
    [
      "an API of another name",
      () => openai("m", wrong({ ...keyed, api: "x" })),
      'api: expected "responses" or "chat"',
    ],
    [
      "a timeout of 0",
      () => openai("m", { ...keyed, timeoutMs: 0 }),
      "timeoutMs: expected a whole number from 1",
    ],
    [
      "a header that is no text",
      () => openai("m", wrong({ ...keyed, headers: { a: 1 } })),
      'headers: expected text without line breaks for "a"',
    ],
    [
      "an unknown option",
      () => openai("m", wrong({ ...keyed, key: 1 })),
      "key: unknown option (use `apiKey`)",
    ],
    [
      "an option of OpenAI's own client",
      () => openai("m", wrong({ ...keyed, baseURL: "http://127.0.0.1" })),
      "baseURL: unknown option (use `baseUrl`)",
    ],
    [
      "a misspelled option",
      () => openai("m", wrong({ ...keyed, timeoutMS: 1 })),
      "timeoutMS: unknown option (did you mean `timeoutMs`?)",
    ],
  ])("%s", (_, make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});

test("warns about Chat Completions for another server, unless `api` is set", async () => {
  expect((await sentFor(local, {})).response.warnings).toMatchObject([{ option: "api" }]);
  for (const options of [keyed, { ...local, api: "chat" }, { ...local, api: "responses" }] as const)
    expect((await sentFor(options, {})).response.warnings).toBeUndefined();
});

test("names the requested path if another server doesn't have it", async () => {
  const fetch = () => Promise.resolve(new Response("Not Found", { status: 404 }));
  const failed = (options: OpenAIOptions) =>
    failureOf(openai("m", { ...options, fetch }).generate(hello));
  expect((await failed(local)).message).toContain('(requested /chat/completions of api: "chat")');
  const responses = await failed({ ...local, api: "responses" });
  expect(responses.message).toContain('(requested /responses of api: "responses")');
  expect((await failed(keyed)).message).not.toContain("requested");
});

test("uses the Responses API for OpenAI, and Chat Completions for other servers", async () => {
  expect((await sentFor(keyed, {})).url).toBe("https://api.openai.com/v1/responses");
  expect((await sentFor(local, {})).url).toBe("http://127.0.0.1:8000/v1/chat/completions");
  const other = await sentFor({ baseUrl: "http://127.0.0.1:8000/v1/", api: "responses" }, {});
  expect(other.url).toBe("http://127.0.0.1:8000/v1/responses");
});

describe("openai and the environment:", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  const keyOf = async (options: OpenAIOptions): Promise<string | null> =>
    (await sentFor(options, {})).headers.get("authorization");

  test("reads a missing key from OPENAI_API_KEY", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-of-the-environment\n");
    expect(await keyOf({})).toBe("Bearer sk-of-the-environment");
    expect(await keyOf({ apiKey: undefined, baseUrl: undefined })).toContain("environment");
    expect(await keyOf({ baseUrl: "https://eu.api.openai.com/v1" })).toContain("environment");
    expect(await keyOf(keyed)).toBe(`Bearer ${keyed.apiKey}`);
    expect(() => openai("m", { apiKey: "" })).toThrow("set OPENAI_API_KEY");
  });

  test.each([
    "http://127.0.0.1:8000/v1",
    "https://openai.com.example/v1",
    "https://notopenai.com/v1",
    "http://api.openai.com.evil.example/v1",
  ])("never sends its key to %s", async (baseUrl) => {
    vi.stubEnv("OPENAI_API_KEY", "sk-of-the-environment");
    expect(await keyOf({ baseUrl })).toBeNull();
  });

  test("ignores an empty variable, and names one with invalid characters", () => {
    vi.stubEnv("OPENAI_API_KEY", " ");
    expect(() => openai("m")).toThrow("missing apiKey (pass `apiKey` or set OPENAI_API_KEY)");
    vi.stubEnv("OPENAI_API_KEY", "sk\u00e9");
    expect(() => openai("m")).toThrow("OPENAI_API_KEY: expected printable ASCII characters");
  });

  test("reads no key in a browser, or on a host that refuses", () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-of-the-environment");
    vi.stubGlobal("document", {});
    expect(() => openai("m")).toThrow("a browser's environment is not read");
    vi.unstubAllGlobals();
    for (const process of [undefined, {}, { env: undefined }]) {
      vi.stubGlobal("process", process);
      expect(() => openai("m")).toThrow("set OPENAI_API_KEY");
    }
    const env = new Proxy({}, { get: () => expect.fail("NotCapable") });
    vi.stubGlobal("process", { env });
    expect(() => openai("m")).toThrow("set OPENAI_API_KEY");
  });

  test("reads no address, no organization and no headers", async () => {
    vi.stubEnv("OPENAI_ADMIN_KEY", "sk-of-the-admin");
    vi.stubEnv("OPENAI_BASE_URL", "http://elsewhere.example");
    vi.stubEnv("OPENAI_ORG_ID", "org-of-the-environment");
    vi.stubEnv("OPENAI_PROJECT_ID", "project-of-the-environment");
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "Authorization: Bearer leaked\nx-leaked: yes");
    for (const options of [keyed, local]) {
      const { url, headers } = await sentFor(options, {});
      expect(url).not.toContain("elsewhere");
      expect([...headers.keys()]).not.toContain("x-leaked");
      const values = [...headers.values()].join("\n");
      expect(values).not.toMatch(/of-the-|leaked/);
      expect(headers.has("authorization")).toBe(options === keyed);
    }
  });
});

test("sends headers, including one that replaces the key", async () => {
  const headers = { "x-title": "PTC", authorization: "Basic abc" };
  const { headers: sent } = await sentFor({ ...local, headers }, {});
  expect([sent.get("x-title"), sent.get("authorization")]).toEqual(["PTC", "Basic abc"]);
});

test("derives capabilities from the model's name, which an option overrides", () => {
  expect(openai("gpt-5.1", keyed).capabilities).toMatchObject({ thinking: true });
  expect(openai("gpt-4.1-mini", keyed).capabilities).toMatchObject({ thinking: false });
  expect(openai("gpt-5.1", keyed).capabilities.fileUrls).toContain("application/pdf");
  expect(openai("m", local).capabilities.fileUrls).not.toContain("application/pdf");
  const capabilities = { structuredOutput: "json", contextWindow: 8_192 } as const;
  expect(openai("m", { ...local, capabilities }).capabilities).toMatchObject(capabilities);
});
