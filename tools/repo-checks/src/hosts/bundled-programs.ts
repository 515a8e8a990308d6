// Bundles one script that runs on every host: the language from its sources, with the programs to
// run. It uses no Node built-ins and no imports, so it needs only its own text.

import { build } from "esbuild";
import type { HostProgram } from "./host-program.ts";

/**
 * Returns a script that defines `hosts`; `hosts.steps()` is a promise of the result of `stepsOf`.
 */
export async function bundlePrograms(programs: readonly HostProgram[]): Promise<string> {
  return await bundleOf(`
    import { run } from "@ptc/lisp";
    import { stepsOf } from "./host-steps.ts";
    export const steps = () => stepsOf(JSON.parse(${JSON.stringify(JSON.stringify(programs))}), run);
  `);
}

/** Returns a script that defines `hosts`, with the exports of a module of this folder. */
export async function bundleOf(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    write: false,
    bundle: true,
    format: "iife",
    globalName: "hosts",
    platform: "browser",
    target: "es2023",
    charset: "utf8",
    conditions: ["@ptc/source"],
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

/** Validates what a host sent back: one text for each program. @throws Error for anything else */
export function readSteps(json: unknown, programs: readonly HostProgram[]): readonly string[] {
  if (
    Array.isArray(json) &&
    json.length === programs.length &&
    json.every((text) => typeof text === "string")
  )
    return json;
  throw new Error(
    `expected ${String(programs.length)} texts, got ${json === undefined ? "nothing" : JSON.stringify(json).slice(0, 200)}`,
  );
}
