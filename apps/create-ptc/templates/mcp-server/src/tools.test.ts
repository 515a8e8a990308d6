import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { run } from "@ptc/lisp";
import * as tools from "./tools.ts";

test("programs compute with the orders", async () => {
  const step = await run("(sum-by :amount (tool/orders))", { tools });
  assert.ok(step.ok);
  assert.equal(step.return, 430);
});

test("a refund asks first", async () => {
  const step = await run("(tool/refund {:id 1})", { tools, policy: [] });
  assert.equal(step.status, "waiting");
});

test("the server starts, and has both tools", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/@ptc/mcp-server/bin/ptc-mcp.js", "doctor", "--json"],
    { encoding: "utf8" },
  );
  assert.equal(status, 0, stdout + stderr);
});
