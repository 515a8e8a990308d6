// One program that runs on every host: the language, bundled from its sources, with the programs it
// is to run. Without Node's built-ins and without imports, it needs nothing but the text itself.

import { build } from "esbuild";
import type { HostProgram } from "./host-program.ts";

/** A script that defines `hosts`; `hosts.steps()` is a promise of what `stepsOf` answers. */
export async function bundlePrograms(programs: readonly HostProgram[]): Promise<string> {
  const contents = `
    import { run } from "@ptc/lisp";
    import { stepsOf } from "./host-steps.ts";
    export const steps = () => stepsOf(JSON.parse(${JSON.stringify(JSON.stringify(programs))}), run);
  `;
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

/** What a host sent back, checked: one text for each program. @throws Error for anything else */
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
