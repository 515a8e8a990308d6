// The package with one of the two ways in which programs run: as closures or as generated code.

import { vi } from "vitest";
import type * as lispPackage from "@ptc/lisp";
import type * as subagentPackage from "../../src/index.ts";
import { tiers } from "./tier-names.ts";

export type Subagent = typeof subagentPackage;

/** Loads the package again, with programs that run in this way. End with `restoreTier`. */
export async function loadedInTier(name: keyof typeof tiers): Promise<Subagent> {
  vi.resetModules();
  vi.doMock("@ptc/lisp", async (original) => {
    const lisp = await original<typeof lispPackage>();
    const run: typeof lisp.run = (source, options) =>
      lisp.run(source, { ...options, generate: tiers[name] });
    return { ...lisp, run };
  });
  return await import("../../src/index.ts");
}

export function restoreTier(): void {
  vi.doUnmock("@ptc/lisp");
  vi.resetModules();
}
