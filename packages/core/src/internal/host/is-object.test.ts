import { expect, test } from "vitest";
import { isObject } from "./is-object.ts";

test("accepts objects with fields", () => {
  expect([{}, Object.create(null), new Map(), new Date(0)].map(isObject)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("rejects null, arrays, functions, primitives and revoked proxies", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const others = [null, undefined, [], () => 1, "text", 1, proxy];
  expect(others.filter(isObject)).toEqual([]);
});
