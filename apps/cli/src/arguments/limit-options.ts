// Derives an option from each limit of a program: `--steps 1000`, `--timeout-ms 100`.

import { limitTable, type LimitName, type Limits } from "@ptc/lisp";
import { UsageError } from "../terminal/usage-error.ts";
import type { OptionSpecs, ParsedArguments } from "./command-spec.ts";

/** Limits by the names of their options. */
const limitNames: ReadonlyMap<string, LimitName> = new Map(
  Object.keys(limitTable).map((name) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    name as LimitName,
  ]),
);

export const limitOptions: OptionSpecs = Object.fromEntries(
  [...limitNames].map(([option, name]) => {
    const { unit, description, default: defaultValue } = limitTable[name];
    return [
      option,
      {
        value: unit,
        // Computed only for the help, because many commands have these options.
        get description() {
          return `${description} (default ${grouped(defaultValue)})`;
        },
      },
    ];
  }),
);

/**
 * Returns 1000 as `1,000`. `toLocaleString` would load the rules of a language, which takes longer
 * than a short evaluation.
 */
function grouped(number: number): string {
  const rest = String(number % 1000);
  return number < 1000 ? rest : `${grouped(Math.floor(number / 1000))},${rest.padStart(3, "0")}`;
}

/** Returns the limits of the options. @throws UsageError naming an option with an invalid value */
export function limitsOf({ values }: ParsedArguments): Partial<Limits> {
  const limits: Partial<Record<LimitName, number>> = {};
  for (const [option, name] of limitNames) {
    const text = values.get(option);
    if (text === undefined) continue;
    const value = Number(text);
    if (!/^\d+(?:e\d+)?$/.test(text) || !Number.isSafeInteger(value) || value === 0)
      throw new UsageError(
        `--${option} needs a whole number of ${limitTable[name].unit} above 0, such as 1000 or 1e6`,
        { isAboutArguments: true },
      );
    limits[name] = value;
  }
  return limits;
}
