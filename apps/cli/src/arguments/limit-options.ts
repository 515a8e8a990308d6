// An option for each limit of a program, made of the table of limits: `--steps 1000`,
// `--timeout-ms 100`.

import { limitTable, type LimitName, type Limits } from "@ptc/lisp";
import { UsageError } from "../terminal/usage-error.ts";
import type { OptionSpecs, ParsedArguments } from "./command-spec.ts";

/** Limits by the name of their option. */
const limitNames: ReadonlyMap<string, LimitName> = new Map(
  Object.keys(limitTable).map((name) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    name as LimitName,
  ]),
);

export const limitOptions: OptionSpecs = Object.fromEntries(
  [...limitNames].map(([option, name]) => {
    const { unit, description, default: usual } = limitTable[name];
    return [
      option,
      {
        value: unit,
        // Put together for who asks for help: many commands have these options.
        get description() {
          return `${description}: ${grouped(usual)}`;
        },
      },
    ];
  }),
);

/**
 * 1000 as 1,000. To load the rules of a language, as `toLocaleString` does, takes longer than an
 * answer.
 */
function grouped(number: number): string {
  const rest = String(number % 1000);
  return number < 1000 ? rest : `${grouped(Math.floor(number / 1000))},${rest.padStart(3, "0")}`;
}

/** @throws UsageError naming the option whose value is no limit. */
export function limitsOf({ values }: ParsedArguments): Partial<Limits> {
  const limits: Partial<Record<LimitName, number>> = {};
  for (const [option, name] of limitNames) {
    const text = values.get(option);
    if (text === undefined) continue;
    const value = Number(text);
    if (!/^\d+(?:e\d+)?$/.test(text) || !Number.isSafeInteger(value) || value === 0)
      throw new UsageError(
        `--${option} takes a whole number of ${limitTable[name].unit} from 1 on, such as 1000 or 1e6`,
        { isAboutArguments: true },
      );
    limits[name] = value;
  }
  return limits;
}
