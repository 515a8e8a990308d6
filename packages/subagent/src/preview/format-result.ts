// Formats a value for the caller of an agent.

import { firewallByName } from "@ptc/core/internal/values";
import { knownOptions } from "../options/option-checks.ts";
import type { FormattedValue } from "./format-feedback.ts";
import { jsonNotation } from "./json-notation.ts";
import { checkLimit, checkRoom, excerptOfAny } from "./shown-value.ts";

/** The options of `formatResult`. */
export interface ResultFormat {
  /** The number of elements to show of each collection; default 50. */
  readonly resultLimit?: number;
  /** The maximum length of the text in UTF-16 units, at least 40; default 500. */
  readonly resultMaxChars?: number;
  /**
   * True to show `"<Firewalled>"` for the values of fields whose name starts with `_`, for texts
   * that a model will read; default false.
   */
  readonly hideFirewalled?: boolean;
}

/**
 * Formats a language value or host value as JSON text: `[1, 2, 3]`. Numbers have at most two
 * decimal places. The text is always valid JSON and describes omissions: `[1, 2, "... 98 more"]`,
 * `{"a": 1, "...": "7 more"}`, `"abc... (97 more characters)"`.
 * @throws OptionError for an unknown option, or a limit that isn't a number in its range
 */
export function formatResult(value: unknown, format: ResultFormat = {}): FormattedValue {
  knownOptions(format, ["resultLimit", "resultMaxChars", "hideFirewalled"]);
  const { resultLimit = 50, resultMaxChars = 500, hideFirewalled = false } = format;
  const maximumItems = checkLimit("resultLimit", resultLimit);
  const { text, isWhole } = excerptOfAny(value, jsonNotation, {
    room: checkRoom("resultMaxChars", resultMaxChars),
    maximumItems,
    firewall: hideFirewalled ? firewallByName : undefined,
  });
  return { text, truncated: !isWhole };
}
