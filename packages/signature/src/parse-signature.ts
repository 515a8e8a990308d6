// Reads the text of a signature and resolves its names. The error for a mistake says what to write
// instead.

import { read, trace } from "./generated/signature-reader.ts";
import { signatureError, type SignatureError } from "./signature-error.ts";
import { explainSyntax } from "./syntax/explain.ts";
import { maximumDepth, resolveSignature } from "./syntax/resolve.ts";
import type { CheckedSignature, Infer, InferInput } from "./types/infer.ts";
import { ReadSignature, type TypedSignature } from "./typed-signature.ts";

/** The result of `parseSignature`: the signature, or the error and its location. */
export type ParseSignatureResult =
  | { readonly ok: true; readonly signature: TypedSignature; readonly error?: undefined }
  | { readonly ok: false; readonly error: SignatureError };

const maximumLength = 100_000;

/** Reads a signature from any source. Returns an error for a malformed text instead of throwing. */
export function parseSignature(text: string): ParseSignatureResult {
  if (text.length > maximumLength)
    return refused(
      text,
      maximumLength,
      `the signature is longer than ${String(maximumLength)} characters`,
    );
  const outcome = read(text, maximumDepth);
  if (!outcome.ok) {
    if (outcome.tooDeepAt === undefined)
      return { ok: false, error: explainSyntax(text, trace(text).at) };
    return refused(
      text,
      outcome.tooDeepAt,
      `types are nested more than ${String(maximumDepth)} levels deep`,
      "use :map or :any for deeper types",
    );
  }
  const resolved = resolveSignature(outcome.value, text);
  return resolved.ok
    ? { ok: true, signature: new ReadSignature(resolved.signature) }
    : { ok: false, error: signatureError(text, resolved.mistake) };
}

/**
 * Returns the signature of a literal in the host's own code, with its types. The compiler refuses
 * a malformed literal.
 *
 * @example
 *   const contract = signature("(day :string) -> [{room :string, free :bool}]");
 *
 * @throws SyntaxError for a malformed text, with the location and what to write instead.
 */
export function signature<const Text extends string>(
  text: CheckedSignature<Text>,
): TypedSignature<InferInput<Text>, Infer<Text>> {
  const result = parseSignature(text);
  // The compiler has derived these types from the same text.
  if (result.ok) return result.signature as TypedSignature<InferInput<Text>, Infer<Text>>;
  throw new SyntaxError(`malformed signature: ${result.error.message}\n${result.error.excerpt}`);
}

function refused(
  text: string,
  offset: number,
  problem: string,
  hint?: string,
): ParseSignatureResult {
  return {
    ok: false,
    error: signatureError(text, { offset, problem, ...(hint === undefined ? {} : { hint }) }),
  };
}
