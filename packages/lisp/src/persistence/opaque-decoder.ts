// Reads exceptions, `reduced`, and functions that `opaque-encoder.ts` wrote. Their JSON comes from
// another process and is untrusted.

import type { FunctionDecoder } from "@ptc/core/decoding";
import { FunctionValue, type OpaqueValue, type Value } from "@ptc/core/values";
import { Reduced } from "../functions/reduced.ts";
import { ExceptionValue } from "../evaluation/errors/exception-value.ts";
import { isObject } from "@ptc/core/internal/host";

/** A function that could not leave its process. It prints as it did there but can't be called. */
class AbsentFunction extends FunctionValue {
  readonly name: string | undefined;

  constructor(name: string | undefined) {
    super();
    this.name = name;
  }

  override get asData(): Value {
    return "#<function>";
  }
}

export const opaqueDecoder: Required<Pick<FunctionDecoder, "decodeOpaque">> = {
  decodeOpaque(json, decode): OpaqueValue | undefined {
    if (!isObject(json)) return undefined;
    const { reduced, exception, function: name } = json;
    if (reduced !== undefined) return new Reduced(decode(reduced));
    if (name !== undefined)
      return name === null || typeof name === "string"
        ? new AbsentFunction(name ?? undefined)
        : undefined;
    return isObject(exception) ? exceptionOf(exception, decode) : undefined;
  },
};

function exceptionOf(
  { kind, className, message, data, cause }: Readonly<Record<string, unknown>>,
  decode: (json: unknown) => Value,
): ExceptionValue | undefined {
  if (
    typeof kind !== "string" ||
    (message !== null && typeof message !== "string") ||
    (className !== undefined && typeof className !== "string")
  )
    return undefined;
  const parts = { data: decode(data ?? null), cause: decode(cause ?? null) };
  if (parts.cause !== null && !(parts.cause instanceof ExceptionValue)) return undefined;
  return new ExceptionValue({
    kind,
    ...(className === undefined ? {} : { className }),
    message,
    ...parts,
  });
}
