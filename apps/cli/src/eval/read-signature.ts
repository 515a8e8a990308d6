// The contract of `--signature`: the types of the context and of the result.

import type { StandardSchema } from "@ptc/core/contracts";
import { UsageError } from "../terminal/usage-error.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface Contract {
  /** Returns the context in the types of the signature. Throws UsageError if it doesn't match. */
  readonly checkedContext: (context: Fields) => Fields;
  readonly returns: StandardSchema;
}

/** The command line prints integers of any size. */
const anyInteger = { takesBigints: true };

/** Reads a signature. @throws UsageError if it is invalid */
export async function readSignature(text: string): Promise<Contract> {
  const { parseSignature } = await import("@ptc/signature");
  const { outputSchemaAs, validateInputAs, violationLines } =
    await import("@ptc/signature/internal");
  const parsed = parseSignature(text);
  if (!parsed.ok) throw usage(`--signature: ${parsed.error.message}`);
  const { signature } = parsed;
  return {
    checkedContext: (context) => {
      const fitting = validateInputAs(signature, context, "enabled", anyInteger);
      if (fitting.ok) return fitting.value as Fields;
      throw usage(`the context doesn't match the signature: ${violationLines(fitting).join("; ")}`);
    },
    returns: outputSchemaAs(signature, anyInteger),
  };
}

function usage(message: string): UsageError {
  return new UsageError(message, { isAboutArguments: true });
}
