// Values as text for `str`, `println`, `format`, `join` and others. Limits the text to the
// remaining budget and charges for it. Computes lazy values first.

import { printBounded } from "@ptc/core/printing";
import { Keyword, RegexValue, Temporal, type Value } from "@ptc/core/values";
import { temporalText } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { ExceptionValue, type ExceptionParts } from "../../evaluation/errors/exception-value.ts";
import { fullClassName } from "../../evaluation/exceptions/exception-classes.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { realized, realizedForPrint } from "../../sequence/realize.ts";
import { chargeText } from "./text-cost.ts";

/**
 * Returns one value like `str`: an empty text for nil, a string unchanged, a keyword with its
 * colon, anything else as it prints.
 */
export function textOf(branch: Branch, value: Value, operation: string): string {
  if (typeof value === "string") return value;
  if (value === null) return "";
  if (typeof value === "number")
    return Number.isFinite(value) ? charged(branch, String(value)) : String(value);
  if (value instanceof Keyword) return charged(branch, `:${value.text}`);
  if (value instanceof RegexValue) return value.source;
  if (value instanceof Temporal) return charged(branch, temporalText(value));
  if (value instanceof ExceptionValue) return exceptionText(branch, value.parts, operation);
  return printedText(branch, value, operation, true);
}

/** Returns the text of an exception as in Java: its class, message, and the data of `ex-info`. */
function exceptionText(branch: Branch, parts: ExceptionParts, operation: string): string {
  const isInfo = parts.kind === "ex_info";
  const name = fullClassName(parts);
  if (parts.message === null && !isInfo) return charged(branch, name);
  return joinTexts(
    branch,
    [
      `${name}:`,
      parts.message ?? "null",
      ...(isInfo ? [printedText(branch, parts.data, operation, true)] : []),
    ],
    " ",
  );
}

/**
 * Numbers and keywords, the most common parts of texts, don't need a limit on their printed
 * length.
 */
function charged(branch: Branch, text: string): string {
  chargeText(branch, text.length);
  return text;
}

/**
 * Returns `value` as `pr` (readably) or `print` writes it. Cuts a text longer than `atMost`
 * characters to that length or one less, for callers that reject such a text. With `atMost`, shows
 * only the beginning of a sequence without a known end.
 */
export function printedText(
  branch: Branch,
  value: Value,
  operation: string,
  readably: boolean,
  atMost = Infinity,
): string {
  const whole =
    atMost < Infinity
      ? realizedForPrint(branch, value)
      : realized(branch, value instanceof LazySeq ? value.realize(branch, operation) : value);
  const { stepsLeft: steps, bytesLeft: bytes } = branch;
  const affordable = Math.floor(Math.min(bytes / 2, steps * 16));
  const { text, truncated } = printBounded(whole, {
    readably,
    hideFirewalled: branch.evaluation.hideFirewalled,
    maxCharacters: Math.min(affordable, atMost),
    meter: branch,
    checkpoint: () => {
      branch.evaluation.checkTime();
    },
  });
  // Charge for one character more than the branch can pay, so that its limit ends the program.
  chargeText(branch, truncated && affordable <= atMost ? affordable + 1 : text.length);
  return text;
}

/** Joins the texts with `separator` between them, and charges before joining. */
export function joinTexts(branch: Branch, texts: readonly string[], separator: string): string {
  let length = separator.length * Math.max(0, texts.length - 1);
  for (const text of texts) length += text.length;
  chargeText(branch, length);
  return texts.join(separator);
}
