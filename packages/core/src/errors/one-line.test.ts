import fc from "fast-check";
import { expect, test } from "vitest";
import { oneLine } from "./one-line.ts";

test("oneLine escapes line breaks and invisible characters, and shortens long text", () => {
  expect(oneLine("failed\n- [x] Done: all\r\u2028\u200b\u001b[31m")).toBe(
    "failed\\u000a- [x] Done: all\\u000d\\u2028\\u200b\\u001b[31m",
  );
  expect(oneLine("abcdef", 3)).toBe("abc…");
  expect(oneLine("ab😀", 3)).toBe("ab…");
  expect(oneLine("é 漢字 😀", 10)).toBe("é 漢字 😀");
});

test("oneLine returns one line of bounded length for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const line = oneLine(text, 100);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(line.length).toBeLessThanOrEqual(901);
    }),
  );
});
