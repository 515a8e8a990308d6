// `@ptc/lisp` with programs that run in the way that the query of this module's address names.

import { run as runProgram } from "@ptc/lisp";
import { tiers } from "./tier-names.ts";

export * from "@ptc/lisp";

const tier = new URL(import.meta.url).search.slice(1);
const generate = tier === "generated" ? tiers["generated code"] : tiers.closures;

export const run: typeof runProgram = (source, options) =>
  runProgram(source, { ...options, generate });
