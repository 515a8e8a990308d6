// Returns every name of the language, for completion and listings. Loads all builtins, because some
// names are in no other list.

import { specialFormNames } from "../analysis/special-forms.ts";
import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import { lazyCode } from "../loading/lazy-code.ts";

/** See `languageNames` of `start.ts`. */
export async function namesOfLanguage(): Promise<readonly string[]> {
  await lazyCode.builtins.load();
  const names = new Set(specialFormNames());
  for (const { row } of builtinLibrary.all()) for (const name of row.names) names.add(name);
  return [...names].sort();
}
