import { describe, expect, test } from "vitest";
import { redactSecrets } from "./redact-secrets.ts";

describe("redactSecrets", () => {
  test.each([
    [
      "401 Incorrect API key provided: sk-proj-abcdefgh1234567890",
      "401 Incorrect API key provided: <secret>",
    ],
    ["Incorrect API key provided: hunter2hunter2", "Incorrect API key provided: <secret>"],
    ['{"authorization":"Bearer abcdefghijklmnop"}', '{"authorization":"Bearer <secret>"}'],
    ["Authorization: Basic dXNlcjpwYXNz", "Authorization: <secret>"],
    ["x-api-key: 0123456789", "x-api-key: <secret>"],
    ['{"api_key": "0123456789", "model": "m"}', '{"api_key": "<secret>", "model": "m"}'],
    [
      "GET https://host/v1?key=AIzaSyA1234567890abcdefghijkl&alt=sse",
      "GET https://host/v1?key=<secret>&alt=sse",
    ],
    ["https://user:pass@host/v1 refused", "https://<secret>@host/v1 refused"],
    ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl expired", "token <secret> expired"],
    ["client_secret=abc123, retry", "client_secret=<secret>, retry"],
  ])("redacts the credential in %s", (text, expected) => {
    expect(redactSecrets(text)).toBe(expected);
  });

  test.each([
    "model claude-x not found",
    "expected a string at answers[2].text",
    "rate limit reached for 30000 tokens per minute",
    "task-oriented risk-assessment-of-the-model",
    "https://host:8080/v1 answered 500",
  ])("leaves %s unchanged", (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  test("cuts long texts without leaving half a credential at the cut", () => {
    const secret = `sk-${"a".repeat(40)}`;
    for (const padding of [7_980, 7_990, 7_998]) {
      const text = `${"x ".repeat(padding / 2)}${secret} ${"y".repeat(5_000)}`;
      expect(redactSecrets(text, 9_000)).not.toContain("aaa");
    }
    expect(redactSecrets("word ".repeat(10_000))).toHaveLength(2_000);
  });

  test("handles hostile text quickly", () => {
    const started = process.cpuUsage();
    for (const piece of ["eyJ-", "sk-", "api_key ", "//a:", "bearer ", "password   "])
      redactSecrets(piece.repeat(200_000));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2_000);
  });

  test("never splits a surrogate pair", () => {
    expect(redactSecrets("😀".repeat(20), 10)).toBe(`${"😀".repeat(4)}…`);
  });
});
