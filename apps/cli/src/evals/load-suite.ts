// Loads the suite of `ptc eval-missions`: one of this repository, or the module of a user.

import { resolve } from "node:path";
import { isObject, LoadError } from "@ptc/core/internal/host";
import type { EvalSuite, EvalVariant } from "@ptc/evals";
import { importModule } from "@ptc/subagent/internal/node";
import type { Host } from "../terminal/host.ts";
import { shippedSuites } from "./eval-names.ts";

export interface LoadedSuite {
  readonly suite: EvalSuite;
  /** The export `variants` of the module. */
  readonly variants: readonly EvalVariant[];
}

/** @throws LoadError naming the module */
export async function loadSuite(
  { folder }: Pick<Host, "folder">,
  name: string,
): Promise<LoadedSuite> {
  const shipped = shippedSuites.find((known) => known === name);
  if (shipped !== undefined) {
    const suites = await import("@ptc/evals/suites");
    const open = {
      missions: suites.missionsSuite,
      fleet: suites.fleetSuite,
      desks: suites.desksSuite,
    };
    return { suite: open[shipped](), variants: [] };
  }
  const module = await importModule(resolve(folder, name), name);
  const { default: suite, variants = [] } = isObject(module) ? module : {};
  if (!isObject(suite) || typeof suite["cases"] !== "function" || typeof suite["name"] !== "string")
    throw new LoadError(
      `${name}: expected a suite as the default export: defineSuite({ name, cases }) of @ptc/evals`,
    );
  if (!Array.isArray(variants))
    throw new LoadError(`${name}: expected a list of variants as the export variants`);
  return { suite: suite as unknown as EvalSuite, variants: variants as readonly EvalVariant[] };
}
