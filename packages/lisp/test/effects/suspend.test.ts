// A run that is suspended at a call and continues elsewhere makes no call twice and ends in the
// same step. Addresses, random numbers, costs and records depend only on the program.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { bundledScript } from "../../../../vitest.bundles.ts";
import { run } from "../../src/index.ts";
import { testPools } from "../node/pools.ts";
import { held, optionsOf, orderProgram, orderTools, timeless } from "./order-program.ts";
import { answered, HeldUpTools, newRun, type SuspendedRun } from "./suspending.ts";

const approval = "yes, by Kim";

/** The run without suspension: the approval is available as soon as it is requested. */
async function uninterrupted(): Promise<{ step: unknown; made: readonly string[] }> {
  const tools = { ...orderTools, approve: { execute: () => Promise.resolve(approval) } };
  const { tools: wrapped, made } = new HeldUpTools(tools, [], newRun());
  const step = await run(orderProgram, { ...optionsOf(newRun()), tools: wrapped });
  expect(step.ok).toBe(true);
  return { step: timeless(step), made };
}

/** Runs until only the approval is missing; the suspended run is plain JSON. */
async function heldUp(): Promise<{ json: string; made: readonly string[] }> {
  const tools = new HeldUpTools(orderTools, held, newRun());
  const step = await run(orderProgram, {
    ...optionsOf(newRun()),
    tools: tools.tools,
    signal: tools.signal,
  });
  expect(step.ok ? step.return : step.fail.reason).toBe("cancelled");
  expect(tools.suspended.waiting).toEqual([{ callId: "order-42/1/0.1/1", name: "approve" }]);
  return { json: JSON.stringify(tools.suspended), made: [...tools.made] };
}

function approved(json: string): SuspendedRun {
  return answered(JSON.parse(json) as SuspendedRun, approval);
}

describe("runs suspended for an approval", () => {
  test("a suspended run continues in the same process", async () => {
    const expected = await uninterrupted();
    const before = await heldUp();
    const suspended = approved(before.json);
    const { tools, made } = new HeldUpTools(orderTools, held, suspended);
    const step = await run(orderProgram, { ...optionsOf(suspended), tools });
    expect(timeless(step)).toEqual(expected.step);
    expectEachOnce([...before.made, ...made], expected.made);
  });

  test("a suspended run continues in another process", async () => {
    const expected = await uninterrupted();
    const before = await heldUp();
    const { step, made } = await inAnotherProcess(approved(before.json));
    expect(step).toEqual(expected.step);
    expectEachOnce([...before.made, ...made], expected.made);
  });

  test("a run continued without an approval is suspended at the same call again", async () => {
    const { json } = await heldUp();
    const suspended = JSON.parse(json) as SuspendedRun;
    const tools = new HeldUpTools(orderTools, held, suspended);
    const options = { ...optionsOf(suspended), tools: tools.tools, signal: tools.signal };
    expect((await run(orderProgram, options)).ok).toBe(false);
    expect(tools.made).toEqual([]);
    expect(tools.suspended).toEqual(suspended);
  });
});

describe("suspended runs in a pool", () => {
  const { poolOf } = testPools();

  test("a pool suspends a run and continues it", { tags: "full" }, async () => {
    const expected = await uninterrupted();
    const pool = poolOf();
    const first = new HeldUpTools(orderTools, held, newRun());
    const cancelled = await pool.run(orderProgram, {
      ...optionsOf(newRun()),
      tools: first.tools,
      signal: first.signal,
    });
    expect(cancelled.ok).toBe(false);
    const suspended = approved(JSON.stringify(first.suspended));
    const second = new HeldUpTools(orderTools, held, suspended);
    const step = await pool.run(orderProgram, { ...optionsOf(suspended), tools: second.tools });
    expect(timeless(step)).toEqual(expected.step);
    expectEachOnce([...first.made, ...second.made], expected.made);
  });
});

/** No tool makes the approval call if the approval comes from outside. */
function expectEachOnce(made: readonly string[], expected: readonly string[]): void {
  const withoutApproval = expected.filter((callId) => callId !== "order-42/1/0.1/1");
  expect([...made].sort()).toEqual([...withoutApproval].sort());
}

const script = await bundledScript(join(import.meta.dirname, "resume-child.ts"));

async function inAnotherProcess(
  suspended: SuspendedRun,
): Promise<{ step: unknown; made: readonly string[] }> {
  const child = spawn(process.execPath, [script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(suspended));
  return JSON.parse(await text(child.stdout)) as { step: unknown; made: readonly string[] };
}
