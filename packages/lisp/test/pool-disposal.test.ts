import { expect, test } from "vitest";
import { createPool } from "../src/node/index.ts";

test("disposing of a pool closes it", async () => {
  const pool = createPool({ size: 1 });
  await pool[Symbol.asyncDispose]();
  expect(() => pool.share({})).toThrow("the pool is closed");
});
