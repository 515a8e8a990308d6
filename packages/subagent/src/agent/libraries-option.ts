// Checks the option `libraries` of an agent.

import { Libraries } from "@ptc/lisp/internal";
import { wrongOption } from "../options/option-checks.ts";

/** Returns the checked option. @throws OptionError */
export function librariesOption(name: string, given: unknown): Libraries | undefined {
  if (given === undefined || given instanceof Libraries) return given;
  throw wrongOption(name, "expected the result of `await createLibraries({ … })`", given);
}
