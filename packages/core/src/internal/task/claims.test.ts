import { expect, test } from "vitest";
import { Claims, compareAddresses } from "./claims.ts";

test("compares the numbers in addresses as numbers", () => {
  const ordered = ["1/0", "1/0.1/0", "1/0.2/0", "1/0.10/0", "1/1", "1/t.a/0", "1/t.b/0", "2/0"];
  expect(ordered.toReversed().toSorted(compareAddresses)).toEqual(ordered);
  expect(compareAddresses("1/0", "1/0")).toBe(0);
  expect(compareAddresses("1/01", "1/1")).toBe(-compareAddresses("1/1", "1/01"));
});

test("passes the claims that wait, and later ones, in the order of their addresses", async () => {
  const claims = new Claims();
  const passed: string[] = [];
  const claim = (at: string): void => {
    void claims.add(at).then(() => passed.push(at));
  };
  for (const at of ["1/3", "1/1", "1/4"]) claim(at);
  expect(claims.passFirst()).toBe(true);
  claim("1/2");
  while (claims.passFirst());
  await Promise.resolve();
  expect(passed).toEqual(["1/1", "1/2", "1/3", "1/4"]);
});
