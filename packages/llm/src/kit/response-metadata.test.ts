import { expect, test } from "vitest";
import { responseMetadata } from "./response-metadata.ts";

test("responseMetadata includes only headers about limits and the request", () => {
  const headers = new Headers({
    "Request-Id": "req_1",
    "anthropic-ratelimit-tokens-remaining": "900",
    "x-ratelimit-reset-requests": "1s",
    "retry-after": "3",
    "openai-organization": "acme",
    "set-cookie": "a=b",
    "x-ratelimit-__proto__": "x",
  });
  expect(responseMetadata(headers, 1_790_000_000_000)).toEqual({
    requestId: "req_1",
    createdAt: 1_790_000_000_000,
    headers: {
      "anthropic-ratelimit-tokens-remaining": "900",
      "request-id": "req_1",
      "retry-after": "3",
      "x-ratelimit-reset-requests": "1s",
    },
  });
});

test("responseMetadata bounds the number and length of headers, and omits likely keys", () => {
  const many = Object.fromEntries(
    Array.from({ length: 99 }, (_, place) => [`x-ratelimit-${String(place)}`, "9".repeat(999)]),
  );
  const { headers = {} } = responseMetadata(many) ?? {};
  expect([Object.keys(headers).length, headers["x-ratelimit-0"]?.length]).toEqual([40, 200]);
  const leaking = { "x-request-id": "Bearer sk-canary-0123456789abcdef" };
  expect(JSON.stringify(responseMetadata(leaking))).not.toContain("canary");
});

test.each([
  [undefined, undefined],
  [{}, NaN],
  [{ "x-request-id": 7, cookie: "a" }, -1],
])("responseMetadata returns nothing for %j at %s", (headers, createdAt) => {
  expect(responseMetadata(headers, createdAt)).toBeUndefined();
});
