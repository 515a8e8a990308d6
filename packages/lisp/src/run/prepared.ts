// The result of preparing a source.

import type { Fail } from "@ptc/core/contracts";
import type { Program } from "./program.ts";

/** A program that is ready to run, or why it is not. */
export type Prepared =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly errors: readonly Fail[] };
