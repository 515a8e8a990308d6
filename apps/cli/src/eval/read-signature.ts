// The contract of `--signature`: what the context has to hold, and what the program has to return.

import type { StandardSchema } from "@ptc/core/contracts";
import { UsageError } from "../terminal/usage-error.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface Contract {
  /** The context as the signature takes it. Throws UsageError for one that does not match. */
  readonly checkedContext: (context: Fields) => Fields;
  readonly returns: StandardSchema;
}

/** @throws UsageError for a signature that cannot be read */
export async function readSignature(text: string): Promise<Contract> {
  const { outputSchema, parseSignature, validateInput } = await import("@ptc/signature");
  const { violationLines } = await import("@ptc/signature/internal");
  const parsed = parseSignature(text);
  if (!parsed.ok) throw usage(`--signature: ${parsed.error.message}`);
  const { signature } = parsed;
  return {
    checkedContext: (context) => {
      const fitting = validateInput(signature, context);
      if (fitting.ok) return fitting.value as Fields;
      throw usage(
        `the context does not match the signature: ${violationLines(fitting).join("; ")}`,
      );
    },
    returns: outputSchema(signature),
  };
}

function usage(message: string): UsageError {
  return new UsageError(message, { isAboutArguments: true });
}
