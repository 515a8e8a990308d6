// Checks of options, shared by several modules. A wrong option is a mistake of the caller and
// throws immediately. The error has the option's name, the expected value and the given value.
// Values are checked at run time because JavaScript callers may pass anything.

import { shortened } from "@ptc/core/internal/printing";
import { isObject } from "@ptc/core/internal/host";
import { OptionError } from "@ptc/core/errors";
import { unknownOptionText } from "./option-aliases.ts";

/** `isObject` without the type guard, so that an option keeps its declared type. */
export const isRecord: (value: unknown) => boolean = isObject;

/**
 * Checks that all fields of `options` are in `names`. @throws OptionError for an unknown field, or
 * if `options` isn't an object
 */
export function knownOptions(options: object, names: readonly string[], within = ""): void {
  if (!isRecord(options))
    throw wrongOption(
      within === "" ? "options" : within.slice(0, -1),
      `expected an object with the options ${listed(names)}`,
      options,
    );
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new OptionError(`${within}${unknown}`, unknownOptionText(unknown, names));
}

const mostListed = 12;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).join(", ");
  return names.length > mostListed ? `${shown}, …` : shown;
}

/** Returns `value` if it is a whole number of at least `least`. @throws OptionError */
export function wholeNumber(option: string, value: number, least: number): number {
  if (!Number.isSafeInteger(value) || value < least)
    throw wrongOption(option, `expected a whole number from ${String(least)}`, value);
  return value;
}

/** The longest time that a JavaScript timer can wait, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Returns `value` if a timer can wait for so many milliseconds. @throws OptionError */
export function timerMilliseconds(option: string, value: number): number {
  if (!(typeof value === "number" && value > 0 && value <= longestTimer))
    throw wrongOption(
      option,
      `expected milliseconds above 0, at most ${String(longestTimer)}`,
      value,
    );
  return value;
}

/** Returns `value` if it is one of `choices`. @throws OptionError */
export function oneOf<Choice extends string>(
  option: string,
  value: Choice,
  choices: readonly Choice[],
): Choice {
  if (!choices.includes(value))
    throw wrongOption(
      option,
      `expected ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`,
      value,
    );
  return value;
}

/** Returns `value` if it is a boolean. @throws OptionError */
export function isBoolean(option: string, value: boolean): boolean {
  if (typeof (value as unknown) !== "boolean")
    throw wrongOption(option, "expected true or false", value);
  return value;
}

/** Returns `value` if it is a string or undefined. @throws OptionError */
export function optionalText(option: string, value: string | undefined): string | undefined {
  if (value !== undefined && typeof (value as unknown) !== "string")
    throw wrongOption(option, "expected a string", value);
  return value;
}

/**
 * Returns `value` if it is undefined or an object with fields by name. Callers ignore inherited
 * fields.
 * @throws OptionError
 */
export function optionalRecord<Fields extends object>(
  option: string,
  value: Fields | undefined,
  expected: string,
): Fields | undefined {
  if (value !== undefined && !isRecord(value))
    throw wrongOption(option, `expected ${expected}`, value);
  return value;
}

/** Returns texts by field name as a map. @throws OptionError */
export function namedTexts(
  option: string,
  given: Readonly<Record<string, string>> | undefined,
): ReadonlyMap<string, string> {
  const fields = optionalRecord(option, given, "strings by field name") ?? {};
  return new Map(
    Object.entries(fields).map(([name, text]) => [
      name,
      optionalText(`${option}.${name}`, text) ?? "",
    ]),
  );
}

/** Returns the error for an option with a value of the wrong type. */
export function wrongOption(option: string, expected: string, given: unknown): OptionError {
  return new OptionError(option, `${expected}, got ${shownOption(given)}`);
}

const longestShown = 40;

function shownOption(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shortened(value, longestShown));
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
