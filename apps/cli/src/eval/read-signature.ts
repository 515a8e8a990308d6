// The contract of `--signature`: the types of the context and of the result.

import type { StandardSchema } from "@ptc/core/contracts";
import { UsageError } from "../terminal/usage-error.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface Contract {
  /** Returns the context in the types of the signature. Throws UsageError if it doesn't match. */
  readonly checkedContext: (context: Fields) => Fields;
  readonly returns: StandardSchema;
}

/** Reads a signature. @throws UsageError if it is invalid */
export async function readSignature(text: string): Promise<Contract> {
  const { programContract } = await import("@ptc/signature/internal");
  const contract = programContract(text);
  if (!contract.ok) throw usage(`--signature: ${contract.message}`);
  return {
    checkedContext: (context) => {
      const checked = contract.checkedContext(context);
      if (checked.ok) return checked.context;
      throw usage(`the context doesn't match the signature: ${checked.message}`);
    },
    returns: contract.returns,
  };
}

function usage(message: string): UsageError {
  return new UsageError(message, { isAboutArguments: true });
}
