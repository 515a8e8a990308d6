import { expect, test } from "vitest";
import { base64Of } from "./base64.ts";

test("base64Of encodes more bytes than one chunk", () => {
  for (const length of [0, 1, 2, 3, 32_767, 32_768, 32_769, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 91) & 255);
    expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString("base64"));
  }
  expect(base64Of("AQID")).toBe("AQID");
});
