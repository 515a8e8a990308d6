import { expect, test } from "vitest";
import { createPool } from "../src/node/index.ts";

test("a pool is closed when it is disposed of", async () => {
  const pool = createPool({ size: 1 });
  await pool[Symbol.asyncDispose]();
  expect(() => pool.share({})).toThrow("the pool is closed");
});
