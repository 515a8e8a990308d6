// The source of `dist/pool-start.cjs`. Starts a pool process from scripts. The pool has opened a
// file descriptor, from which the process reads compiled code or to which it writes that code. The
// process opens only files of the package, so it needs no rights to others.

import { closeSync } from "node:fs";
import { join } from "node:path";
import { readCode, writeCode } from "../code-cache/code-cache.ts";
import { readAllScripts } from "../scripts/all-scripts.ts";
import type { LanguageModules } from "../scripts/language-scripts.ts";
import { ScriptModules, compiled, type ModuleTable } from "../scripts/script-modules.ts";
import { warmUp } from "../scripts/warm-up.ts";
import type * as Serving from "./serve.ts";

/** The file descriptor of the compiled code, opened by the pool. */
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
// Load the language first, because the other scripts use it.
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
