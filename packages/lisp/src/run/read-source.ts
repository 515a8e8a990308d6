// Reads the text of a program into forms, within the limits of a source.

import type { Form } from "@ptc/parser";
import { readForms } from "@ptc/parser/forms";
import type { Fail } from "@ptc/core/contracts";
import type { Limits } from "../evaluation/limits.ts";
import { lazyCode } from "../loading/lazy-code.ts";

/** The forms of a source, or the errors that prevent reading it. */
export type ReadSource =
  | { readonly ok: true; readonly forms: readonly Form[] }
  | { readonly ok: false; readonly errors: readonly Fail[] };

/**
 * Reads the forms of a source. Returns at once if it can be read. The code that explains errors is
 * loaded on first use.
 * @throws OptionError for a source that is not a string
 */
export function readSource(source: string, limits: Limits): ReadSource | Promise<ReadSource> {
  // Callers in JavaScript may pass anything.
  const isText = typeof (source as unknown) === "string";
  const forms = isText ? readForms(source, { maxSourceLength: limits.sourceLength }) : undefined;
  return forms === undefined ? explained(source, limits) : counted(source, forms, limits);
}

/**
 * Checks the number of names. A name takes at least two characters, including the separator, so
 * only a long source can contain too many.
 */
function counted(
  source: string,
  forms: readonly Form[],
  limits: Limits,
): ReadSource | Promise<ReadSource> {
  return source.length < 2 * limits.symbols ? { ok: true, forms } : countedLong(forms, limits);
}

async function countedLong(forms: readonly Form[], limits: Limits): Promise<ReadSource> {
  const { hasMoreNames } = await lazyCode.nameCount.load();
  if (!hasMoreNames(forms, limits.symbols)) return { ok: true, forms };
  const { sourceLimitFail } = await lazyCode.language.load();
  return { ok: false, errors: [sourceLimitFail("symbols", limits)] };
}

async function explained(source: string, limits: Limits): Promise<ReadSource> {
  const [{ read }, { assertSource, parseFail, sourceLimitFail }] = await Promise.all([
    lazyCode.reader.load(),
    lazyCode.language.load(),
  ]);
  assertSource(source);
  if (source.length > limits.sourceLength)
    return { ok: false, errors: [sourceLimitFail("sourceLength", limits)] };
  const result = read(source, { maxSourceLength: limits.sourceLength });
  return result.ok
    ? await counted(source, result.forms, limits)
    : { ok: false, errors: [parseFail(result.error)] };
}
