// Loads what few programs need, once, and hands it out from then on without waiting.
//
// The module is state that outlives a run. It is no more than `import()` keeps anyway, in a
// variable that can be read at once.

import { formLibrary } from "../analysis/further-forms.ts";
import { compilerLibrary } from "../compile/further-compilers.ts";
import type * as FurtherModule from "./further.ts";

type Further = typeof FurtherModule;

let loaded: Further | undefined;

export function hasFurther(): boolean {
  return loaded !== undefined;
}

export async function loadFurther(): Promise<Further> {
  if (loaded !== undefined) return loaded;
  const further = await import("./further.ts");
  compilerLibrary.add(further.furtherCompilers);
  formLibrary.add(further.furtherForms);
  return (loaded = further);
}

/** What `use` makes of it; a promise of that where it is not loaded yet. */
export function withFurther<Made>(use: (further: Further) => Made): Made | Promise<Made> {
  return loaded === undefined ? loadFurther().then(use) : use(loaded);
}
