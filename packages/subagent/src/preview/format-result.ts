// A value as the caller of an agent reads it.

import type { FormattedValue } from "./format-feedback.ts";
import { jsonNotation } from "./json-notation.ts";
import { checkLimit, checkRoom, excerptOfAny } from "./shown-value.ts";

export interface ResultFormat {
  /** Elements shown of each collection; default 50. */
  readonly resultLimit?: number;
  /** UTF-16 units of the text, from 40; default 500. */
  readonly resultMaxChars?: number;
  /**
   * Shows `"<Firewalled>"` in place of fields whose name starts with `_`, for texts that reach a
   * model; default false.
   */
  readonly hideFirewalled?: boolean;
}

/**
 * A value of the language or of the host as JSON text: `[1, 2, 3]`. Decimals are shown to two
 * places. Always JSON that can be parsed; what is left out is said in it, `[1, 2, "... 98 more"]`,
 * `{"a": 1, "...": "7 more"}`, `"abc... (97 more characters)"`.
 * @throws OptionError for a bound that is none
 */
export function formatResult(
  value: unknown,
  { resultLimit = 50, resultMaxChars = 500, hideFirewalled = false }: ResultFormat = {},
): FormattedValue {
  const maximumItems = checkLimit("resultLimit", resultLimit);
  const { text, isWhole } = excerptOfAny(value, jsonNotation, {
    room: checkRoom("resultMaxChars", resultMaxChars),
    maximumItems,
    hideFirewalled,
  });
  return { text, truncated: !isWhole };
}
