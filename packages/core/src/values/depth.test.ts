import { expect, test } from "vitest";
import { DataDepthError, assertDepth, maximumDataDepth } from "./depth.ts";

test("accepts the maximum depth, rejects the next level, and names the limit in the error", () => {
  expect(() => {
    assertDepth(maximumDataDepth);
  }).not.toThrow();
  expect(() => {
    assertDepth(maximumDataDepth + 1);
  }).toThrow(DataDepthError);
  expect(new DataDepthError().message).toContain(String(maximumDataDepth));
});
