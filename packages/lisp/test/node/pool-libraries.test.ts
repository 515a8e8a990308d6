// Programs in pool processes use libraries, and continue from checkpoints with the same versions.

import {
  approve,
  createLibraries,
  prepare,
  renderFail,
  resume,
  run,
  type LispStep,
} from "@ptc/lisp";
import { createPool, type Pool } from "@ptc/lisp/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepsCompiled } from "./pools.ts";

let pool: Pool;
beforeAll(() => {
  pool = createPool({ size: 1, execArgv: keepsCompiled });
});
afterAll(() => pool.close());

const sources = {
  orders: `(def limit 3)
    (defn pay "Pays an order." [id] (tool/pay {:id id}))
    (defn adder [n] (fn [x] (+ x n limit)))
    (defn fails [x] (+ x "a"))`,
};
const changed = { orders: `${sources.orders} ; changed` };
const tools = {
  pay: {
    needsApproval: true,
    execute: ({ id }: { readonly id?: unknown }) => ({ paid: id }),
  },
};
const program = "(ns app (:require [orders :as o])) [(o/pay 1) (o/pay 2)]";

function shown(step: LispStep): unknown {
  return step.ok ? step.return : renderFail(step.fail);
}

/** Approves all calls that wait. */
function approvals(step: LispStep): Record<string, ReturnType<typeof approve>> {
  if (step.status !== "waiting") throw new Error(`not waiting: ${String(shown(step))}`);
  return Object.fromEntries(step.pending.map(({ id }) => [id, approve()]));
}

function checkpointOf(step: LispStep) {
  if (step.status !== "waiting") throw new Error("not waiting");
  return step.checkpoint;
}

test("a pool sends libraries to its processes, which run their functions and keep them in memory", async () => {
  const libraries = await createLibraries(sources);
  const defined = await pool.run("(def f (orders/adder 1)) (def g (fn [] orders/limit))", {
    libraries,
  });
  expect(defined.libraries).toEqual({ orders: libraries.get("orders")?.hash });
  const { memory } = defined;
  expect(shown(await pool.run("[(f 1) (g)]", { libraries, memory }))).toEqual([5, 3]);
  expect(shown(await run("[(f 1) (g)]", { libraries, memory }))).toEqual([5, 3]);
  expect(shown(await pool.run("(g)", { libraries: changed, memory }))).toContain(
    "another version of the library orders",
  );
  const failed = await pool.run("(orders/fails 1)", { libraries });
  expect(shown(failed)).toContain("(orders.clj, line 4, column 21)");
});

test("more sets of libraries than a process stores work one after the other", async () => {
  for (let index = 0; index < 20; index++) {
    const libraries = { a: `(def x ${String(index % 10)})` };
    expect(shown(await pool.run("a/x", { libraries }))).toBe(index % 10);
  }
});

test("a waiting run continues with the same libraries, here and in a pool", async () => {
  for (const [first, second] of [
    [{ run, resume }, pool],
    [pool, { run, resume }],
  ] as const) {
    const begun = await first.run(program, { tools, libraries: sources });
    const next = await second.resume(program, checkpointOf(begun), {
      tools,
      libraries: sources,
      decisions: approvals(begun),
    });
    const ended = await first.resume(program, checkpointOf(next), {
      tools,
      libraries: sources,
      decisions: approvals(next),
    });
    expect(shown(ended)).toEqual([{ paid: 1 }, { paid: 2 }]);
  }
});

test("a checkpoint refuses another version of a library before it calls a tool", async () => {
  const begun = await run(program, { tools, libraries: sources });
  const options = { tools, decisions: approvals(begun) };
  for (const runner of [{ resume }, pool]) {
    await expect(
      runner.resume(program, checkpointOf(begun), { ...options, libraries: changed }),
    ).rejects.toThrow(/the library "orders" has changed since the checkpoint \([0-9a-f]{12}, now/);
    await expect(runner.resume(program, checkpointOf(begun), options)).rejects.toThrow(
      'the run used the library "orders": pass it again as `libraries`',
    );
  }
});

test("a prepared program continues with the libraries that it was prepared with", async () => {
  const prepared = await prepare(program, { tools, libraries: sources });
  if (!prepared.ok) throw new Error("unreachable");
  const begun = await prepared.program.run();
  const decisions = approvals(begun);
  const next = await prepared.program.resume(checkpointOf(begun), { decisions });
  expect(next.status).toBe("waiting");
  const other = await prepare(program, { tools, libraries: changed });
  if (!other.ok) throw new Error("unreachable");
  await expect(other.program.resume(checkpointOf(begun), { decisions })).rejects.toThrow(
    "has changed since the checkpoint",
  );
});
