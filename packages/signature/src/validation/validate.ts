// Validates both sides of a contract. Values are host values: keywords are strings, datetimes are
// `Date` objects, nil is `null`.
//
//   mode         input                                          output
//   enabled      "42" is converted to 42, with a warning        must fit as it is
//   warn-only    as enabled; a value that doesn't fit warns     a value that doesn't fit warns
//   strict       must fit as it is, no additional fields        must fit as it is, no additional fields
//   disabled     not checked                                    not checked

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { Signature, Type } from "../model.ts";
import { checkValue, type Direction } from "./check-value.ts";
import type { Crossing } from "./crossing.ts";
import { violationLines, type ValidationResult } from "./violation.ts";

const modes = ["enabled", "warn-only", "strict", "disabled"] as const;

/** How strictly values are checked: `warn-only` accepts every value, `strict` converts nothing. */
export type ValidationMode = (typeof modes)[number];

/** The options of `validateInput` and `validateOutput`. */
export interface ValidationOptions {
  /** Default `enabled`. */
  readonly mode?: ValidationMode;
}

/**
 * Checks a result against the output of the signature, without conversions. Takes time
 * proportional to the size of the value.
 * @throws OptionError for an unknown option or mode
 */
export function validateOutput(
  signature: Pick<Signature, "output">,
  value: unknown,
  options: ValidationOptions = {},
): ValidationResult {
  return validateOutputAs(signature, value, modeOf(options));
}

/** Like `validateOutput`, for values that cross as `crossing` says. */
export function validateOutputAs(
  signature: Pick<Signature, "output">,
  value: unknown,
  mode: ValidationMode,
  crossing: Crossing = {},
): ValidationResult {
  return validate(signature.output, value, "output", mode, crossing);
}

/**
 * Checks a map of arguments, `{ query: "…" }`, against the parameters of the signature. Converts
 * strings that contain a number, a bool or a time.
 * @throws OptionError for an unknown option or mode
 */
export function validateInput(
  signature: Pick<Signature, "parameters">,
  value: unknown,
  options: ValidationOptions = {},
): ValidationResult {
  return validateInputAs(signature, value, modeOf(options));
}

/** Like `validateInput`, for values that cross as `crossing` says. */
export function validateInputAs(
  signature: Pick<Signature, "parameters">,
  value: unknown,
  mode: ValidationMode,
  crossing: Crossing = {},
): ValidationResult {
  return validate({ kind: "map", fields: signature.parameters }, value, "input", mode, crossing);
}

function modeOf(options: ValidationOptions): ValidationMode {
  assertKnownOptions(options, ["mode"] satisfies (keyof ValidationOptions)[]);
  const { mode = "enabled" } = options;
  if (!modes.includes(mode))
    throw new OptionError("mode", `expected ${modes.join(", ")}, got ${mode}`);
  return mode;
}

function validate(
  type: Type,
  value: unknown,
  direction: Direction,
  mode: ValidationMode,
  crossing: Crossing,
): ValidationResult {
  if (mode === "disabled") return { ok: true, value };
  const result = checkValue(type, value, {
    direction,
    coerces: direction === "input" && mode !== "strict",
    isClosed: mode === "strict",
    ...crossing,
  });
  if (result.ok) return result;
  const { value: taken, ...refusal } = result;
  return mode === "warn-only"
    ? { ok: true, value: taken, warnings: [...(result.warnings ?? []), ...violationLines(result)] }
    : refusal;
}
