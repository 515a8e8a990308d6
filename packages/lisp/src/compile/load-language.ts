// Loads what a program needs of the language and is not there yet: builtins and further forms.

import { formLibrary } from "../analysis/further-forms.ts";
import type { ChunkName } from "../builtins/library/builtin-names.ts";
import {
  hasAllBuiltins,
  loadAllBuiltins,
  loadBuiltins,
} from "../builtins/library/load-builtins.ts";
import { compilerLibrary } from "./further-compilers.ts";

/** Loads what an analysis has missed. */
export async function loadMissing(missing: ReadonlySet<ChunkName | "forms">): Promise<void> {
  const chunks = Array.from(missing).filter((chunk) => chunk !== "forms");
  await Promise.all([
    loadBuiltins(new Set(chunks)),
    missing.has("forms") ? loadForms() : undefined,
  ]);
}

/** Loads everything, for functions that are read from memory: they may use any of it. */
export async function loadLanguage(): Promise<void> {
  await Promise.all([loadAllBuiltins(), loadForms()]);
}

/** Whether there is nothing left to load. */
export function hasLanguage(): boolean {
  return compilerLibrary.isLoaded && hasAllBuiltins();
}

async function loadForms(): Promise<void> {
  if (compilerLibrary.isLoaded) return;
  const { furtherCompilers, furtherForms } = await import("./chunk-forms.ts");
  compilerLibrary.add(furtherCompilers);
  formLibrary.forms = furtherForms;
}
