// Loads what a program needs of the language and is not there yet: builtins and further forms.

import type { ChunkName } from "../builtins/library/builtin-names.ts";
import {
  hasAllBuiltins,
  loadAllBuiltins,
  loadBuiltins,
} from "../builtins/library/load-builtins.ts";
import { hasFurther, loadFurther } from "./load-further.ts";

/** Loads what an analysis has missed. */
export async function loadMissing(missing: ReadonlySet<ChunkName | "forms">): Promise<void> {
  const chunks = Array.from(missing).filter((chunk) => chunk !== "forms");
  await Promise.all([
    loadBuiltins(new Set(chunks)),
    missing.has("forms") ? loadFurther() : undefined,
  ]);
}

/** Loads everything, for functions that are read from memory: they may use any of it. */
export async function loadLanguage(): Promise<void> {
  await Promise.all([loadAllBuiltins(), loadFurther()]);
}

/** Whether there is nothing left to load. */
export function hasLanguage(): boolean {
  return hasFurther() && hasAllBuiltins();
}
