import { expect, test } from "vitest";
import { bytesText } from "./count-text.ts";

test("writes bytes in the unit that fits", () => {
  expect([0, 1, 999, 1000, 48_211, 3_140_000].map(bytesText)).toEqual([
    "0 bytes",
    "1 byte",
    "999 bytes",
    "1 kB",
    "48.2 kB",
    "3.1 MB",
  ]);
});
