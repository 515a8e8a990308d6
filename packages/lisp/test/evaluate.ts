// Shared helpers of this package's suites: run a program and compare its printed value.

import { expect } from "vitest";
import { printValue } from "@ptc/core/printing";
import type { Fail } from "@ptc/core/contracts";
import { run, type LispRunOptions } from "../src/index.ts";

/** Returns the printed value of a program that must succeed. */
export async function printed(source: string, options: LispRunOptions = {}): Promise<string> {
  const step = await run(source, { collections: "language", ...options });
  if (!step.ok) throw new Error(`${source}\nfailed: ${step.fail.reason}: ${step.fail.message}`);
  return printValue(step.value);
}

/** Returns the failure of a program that must fail. */
export async function failOf(source: string, options: LispRunOptions = {}): Promise<Fail> {
  const step = await run(source, options);
  if (step.ok) throw new Error(`${source}\nsucceeded with ${printValue(step.value)}`);
  return step.fail;
}

/** Asserts each `[program, printed value]`. */
export async function expectPrinted(
  table: readonly (readonly [program: string, printed: string])[],
  options: LispRunOptions = {},
): Promise<void> {
  for (const [program, value] of table)
    expect(`${program} => ${await printed(program, options)}`).toBe(`${program} => ${value}`);
}
