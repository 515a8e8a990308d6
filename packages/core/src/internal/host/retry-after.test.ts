import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const now = Date.parse("Thu, 01 Jan 1970 00:00:10 GMT");

test.each<[Readonly<Record<string, string>>, number | undefined]>([
  [{ "retry-after": "2" }, 2_000],
  [{ "retry-after": " 0.5 " }, 500],
  [{ "retry-after-ms": "40", "retry-after": "2" }, 40],
  [{ "retry-after-ms": "soon", "retry-after": "2" }, 2_000],
  [{ "retry-after": "Thu, 01 Jan 1970 00:01:40 GMT" }, 90_000],
  [{ "retry-after": "Thu, 01 Jan 1970 00:00:01 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-1s" }, undefined],
  [{}, undefined],
])("reads the wait in the headers %j as %s milliseconds", (headers, expected) => {
  expect(retryAfterMs((name) => headers[name], now)).toBe(expected);
});

test("ignores a date if the current time is unknown", () => {
  expect(retryAfterMs(() => "Thu, 01 Jan 1970 00:01:40 GMT", NaN)).toBeUndefined();
});
