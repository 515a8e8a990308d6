import { expect, test } from "vitest";
import { isFirewalledName } from "./firewall.ts";

test("a name is firewalled when it starts with an underscore", () => {
  expect(["_token", "_", "__proto__"].map(isFirewalledName)).toEqual([true, true, true]);
  expect(["token", "a_b", "", "-token", ":_token"].map(isFirewalledName)).toEqual([false, false, false, false, false]);
});
