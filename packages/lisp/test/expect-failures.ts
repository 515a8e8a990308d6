// Tables of failing programs, for suites that pin the errors a model sees.

import { expect } from "vitest";
import { failOf } from "./evaluate.ts";

/** Asserts each `[program, kind, message]`; a fourth item is the hint. */
export async function expectFailures(
  table: readonly (readonly [program: string, kind: string, message: string, hint?: string])[],
): Promise<void> {
  for (const [program, kind, message, hint] of table) {
    const fail = await failOf(program);
    expect(`${program} => ${String(fail.details?.kind)}: ${fail.message}`).toBe(
      `${program} => ${kind}: ${message}`,
    );
    if (hint !== undefined)
      expect(`${program} => ${String(fail.details?.hint)}`).toBe(`${program} => ${hint}`);
  }
}
