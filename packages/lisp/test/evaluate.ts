// What the suites of this package share: a program and what its value prints as.

import { expect } from "vitest";
import { printValue } from "@ptc/core/printing";
import type { Fail } from "@ptc/core/contracts";
import { run, type LispRunOptions } from "../src/index.ts";

/** The printed value of a program that must succeed. */
export async function printed(source: string, options: LispRunOptions = {}): Promise<string> {
  const step = await run(source, { collections: "language", ...options });
  if (!step.ok) throw new Error(`${source}\nfailed: ${step.fail.reason}: ${step.fail.message}`);
  return printValue(step.value);
}

/** The fail of a program that must not succeed. */
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
