// The contract of a single program: the types of its context and of its result.

import type { StandardSchema } from "@ptc/core/contracts";
import { parseSignature } from "./parse-signature.ts";
import { outputSchemaAs } from "./typed-signature.ts";
import { validateInputAs } from "./validation/validate.ts";
import { violationLines } from "./validation/violation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The checks of a program's context and result. */
export interface ProgramContract {
  readonly ok: true;
  /** Returns the context in the types of the signature, or how it differs from them. */
  readonly checkedContext: (
    context: Fields,
  ) =>
    | { readonly ok: true; readonly context: Fields }
    | { readonly ok: false; readonly message: string };
  readonly returns: StandardSchema;
}

/** Hosts of single programs show integers of any size. */
const anyInteger = { takesBigints: true };

/** Reads the signature of a program. The message of a wrong one has its position. */
export function programContract(
  text: string,
): ProgramContract | { readonly ok: false; readonly message: string } {
  const parsed = parseSignature(text);
  if (!parsed.ok) return { ok: false, message: parsed.error.message };
  const { signature } = parsed;
  return {
    ok: true,
    checkedContext: (context) => {
      const fitting = validateInputAs(signature, context, "enabled", anyInteger);
      return fitting.ok
        ? { ok: true, context: fitting.value as Fields }
        : { ok: false, message: violationLines(fitting).join("; ") };
    },
    returns: outputSchemaAs(signature, anyInteger),
  };
}
