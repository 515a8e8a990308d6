import assert from "node:assert/strict";
import test from "node:test";
import { evaluate } from "./sandbox.ts";

test("a program computes with the data and the tool", async () => {
  const program = '(* (sum-by :amount data/orders) (tool/rate {:currency "eur"}))';
  assert.equal(await evaluate(program), "510");
});

test("a program can't reach anything else", async () => {
  assert.match(await evaluate('(slurp "/etc/passwd")'), /slurp/);
});

test("an endless program ends at its limit", async () => {
  assert.match(await evaluate("(loop [] (recur))"), /steps/);
});
