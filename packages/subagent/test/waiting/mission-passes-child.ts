// Runs one pass of each of many missions in a process of its own: reads their JSON, one in a line,
// and writes their results in the same way. The argument is the way in which programs run.

import { registerHooks } from "node:module";
import { createInterface } from "node:readline";
import type { PassJob } from "./mission-pass.ts";

const [tier = "closures"] = process.argv.slice(2);

// The missions run programs through a function that sets the tier; see `tier-lisp.ts`.
const substitute = new URL(`tier-lisp.ts?${tier}`, import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@ptc/lisp" && context.parentURL?.includes("/subagent/src/") === true
      ? { url: substitute, format: "module-typescript", shortCircuit: true }
      : next(specifier, context),
});

const { passOf } = await import("./mission-pass.ts");
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await passOf(JSON.parse(line) as PassJob))}\n`);
