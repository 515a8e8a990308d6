// Formats a value for the person who called an agent.

import { firewallByName } from "@ptc/core/internal/values";
import { knownOptions } from "../options/option-checks.ts";
import type { FormattedValue } from "./format-feedback.ts";
import { jsonNotation } from "./json-notation.ts";
import { checkLimit, checkRoom, excerptOfAny } from "./shown-value.ts";

/** How `formatResult` shows an answer. */
export interface ResultFormat {
  /** How many elements of each collection are shown; default 50. */
  readonly resultLimit?: number;
  /** How many UTF-16 units the text may have, at least 40; default 500. */
  readonly resultMaxChars?: number;
  /**
   * Shows `"<Firewalled>"` in place of the values of fields whose name starts with `_`, for texts
   * that a model will read; default false.
   */
  readonly hideFirewalled?: boolean;
}

/**
 * A value of the language or of the host as JSON text: `[1, 2, 3]`. Numbers are shown with at most
 * two decimal places. The text is always valid JSON and says itself what is left out: `[1, 2, "...
 * 98 more"]`, `{"a": 1, "...": "7 more"}`, `"abc... (97 more characters)"`.
 * @throws OptionError for an unknown option, and for a bound that is not a number in its range
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
