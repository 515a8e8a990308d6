// JSON structures as text for the builtins, as tool results and as sources: see json-structures.ts.

import { describe, expect, test } from "vitest";
import { run } from "../../src/index.ts";
import { accepted, refused } from "./json-structures.ts";

const short = (texts: readonly string[]): readonly (readonly [string, string])[] =>
  texts.map((text) => [JSON.stringify(text).slice(0, 40), text]);

describe("JSON that must be accepted", () => {
  test.each(short(accepted))("reads valid JSON: %s", async (_, text) => {
    const value: unknown = JSON.parse(text);
    const parsed = await run("(json/parse-string data/text)", { context: { text } });
    expect(parsed).toMatchObject({ ok: true });
    // Negative zero prints as zero in a program.
    if (parsed.ok) expect(JSON.stringify(parsed.return)).toBe(JSON.stringify(value));
    const given = await run("(tool/give)", { tools: { give: () => value } });
    if (given.ok) expect(JSON.stringify(given.return)).toBe(JSON.stringify(value));
    expect(given).toMatchObject({ ok: true });
    const written = await run("(json/parse-string (json/generate-string data/value))", {
      context: { value },
    });
    if (written.ok) expect(JSON.stringify(written.return)).toBe(JSON.stringify(value));
    expect(written).toMatchObject({ ok: true });
  });
});

describe("JSON that must be rejected", () => {
  test.each(short(refused))("rejects invalid JSON: %s", async (_, text) => {
    expect(() => void JSON.parse(text)).toThrow(SyntaxError);
    const step = await run("[(json/parse-string data/text) (json/parse-string data/text true)]", {
      context: { text },
    });
    expect(step).toMatchObject({ ok: true, return: [null, null] });
  });
});

test("reports JSON that exceeds the maximum depth of data", async () => {
  for (const text of [
    "[".repeat(100_000),
    '{"a":'.repeat(100_000),
    "[".repeat(100_000) + "]".repeat(100_000),
    `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  ]) {
    expect(await run("(json/parse-string data/text)", { context: { text } })).toMatchObject({
      ok: false,
      fail: {
        reason: "depth_exceeded",
        message: expect.stringContaining("nested more than 512 levels deep") as string,
      },
    });
  }
});

describe("JSON texts as program source", () => {
  test.each(short([...accepted, ...refused]))(
    "running a JSON text as a program never causes an internal error: %s",
    async (_, text) => {
      const step = await run(text, { limits: { steps: 100_000, timeoutMs: 5_000 } });
      if (!step.ok) expect(step.fail.details?.kind).not.toBe("internal_error");
      expect(step.ok || step.fail.message !== "").toBe(true);
    },
  );
});
