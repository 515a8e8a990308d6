// What `dist/pool-start.cjs` is made of: starts a pool's process from scripts, with compiled code
// that the pool has opened for it, or into a file that it has opened. This process looks for no
// file but those of the package, so it needs no rights to any.

import { closeSync } from "node:fs";
import { join } from "node:path";
import { readCode, writeCode } from "../code-cache/code-cache.ts";
import { readAllScripts } from "../scripts/all-scripts.ts";
import type { LanguageModules } from "../scripts/language-scripts.ts";
import { ScriptModules, compiled, type ModuleTable } from "../scripts/script-modules.ts";
import { warmUp } from "../scripts/warm-up.ts";
import type * as Serving from "./serve.ts";

/** The file descriptor at which the pool opens the compiled code. */
const codeDescriptor = 4;
const [, , , , mode = "", key = ""] = process.argv;

const { path, text } = readAllScripts(join(__dirname, "scripts"));
const code = mode === "read" ? readCode(codeDescriptor, key) : undefined;
const { script, isRejected, value } = compiled(path, text, code);
const modules = new ScriptModules(
  (name) => (name.startsWith("./") ? undefined : process.getBuiltinModule(name)),
  () => ({}),
);
for (const table of value as readonly ModuleTable[]) modules.add(table);
// First: the others find it there.
const { modules: language } = modules.require("./language.js") as { modules: LanguageModules };
const { serve } = modules.require("./pool-serve.js") as typeof Serving;

void serve(async () => {
  if (mode === "write") {
    await warmUp(language);
    writeCode(codeDescriptor, key, script.createCachedData());
  }
  closeSync(codeDescriptor);
  return { isCodeRejected: mode === "read" && (code === undefined || isRejected) };
});
