// Checks of options that several places share. A wrong option is a mistake of the caller: it throws at once, with its name.

import { OptionError } from "@ptc/core/errors";

/** @throws OptionError */
export function knownOptions(options: object, names: readonly string[], within = ""): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new OptionError(`${within}${unknown}`, `unknown option; the options are ${names.join(", ")}`);
}

/** @throws OptionError */
export function wholeNumber(option: string, value: number, least: number): number {
  if (!Number.isSafeInteger(value) || value < least) throw new OptionError(option, `expected a whole number from ${String(least)}, got ${String(value)}`);
  return value;
}

/** @throws OptionError */
export function oneOf<Choice extends string>(option: string, value: Choice, choices: readonly Choice[]): Choice {
  if (!choices.includes(value)) throw new OptionError(option, `expected ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`);
  return value;
}

/** @throws OptionError */
export function isBoolean(option: string, value: boolean): boolean {
  // A JavaScript caller may give anything.
  if (typeof (value as unknown) !== "boolean") throw new OptionError(option, "expected true or false");
  return value;
}

/** @throws OptionError */
export function optionalText(option: string, value: string | undefined): string | undefined {
  // A JavaScript caller may give anything.
  if (value !== undefined && typeof (value as unknown) !== "string") throw new OptionError(option, "expected a text");
  return value;
}

/**
 * Texts by name. Only own fields count.
 * @throws OptionError
 */
export function namedTexts(option: string, given: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  return new Map(Object.entries(given).map(([name, text]) => [name, optionalText(`${option}.${name}`, text) ?? ""]));
}
