// Parses the signature text of an agent or tool. Reports mistakes when the agent is defined.

import { OptionError } from "@ptc/core/errors";
import { parseSignature, type TypedSignature } from "@ptc/signature";
import { wrongOption } from "../options/option-checks.ts";

/** Parses the text. @throws OptionError that shows the location of the mistake in the text */
export function signatureOption(option: string, text: string): TypedSignature {
  if (typeof (text as unknown) !== "string")
    throw wrongOption(option, "expected a string such as `(limit :int) -> {count :int}`", text);
  const parsed = parseSignature(text);
  if (parsed.ok) return parsed.signature;
  const { message, excerpt, hint } = parsed.error;
  throw new OptionError(
    option,
    [message, excerpt, ...(hint === undefined ? [] : [`hint: ${hint}`])].join("\n"),
  );
}
