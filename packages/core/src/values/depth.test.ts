import { expect, test } from "vitest";
import { DataDepthError, assertDepth, maximumDataDepth } from "./depth.ts";

test("the bound itself is allowed, the next level is not, and the error says what to do", () => {
  expect(() => {
    assertDepth(maximumDataDepth);
  }).not.toThrow();
  expect(() => {
    assertDepth(maximumDataDepth + 1);
  }).toThrow(DataDepthError);
  expect(new DataDepthError().message).toContain(String(maximumDataDepth));
});
