// Reads the arguments of a command by its table of options. An error names the wrong argument and
// the option that is closest to it.

import { parseArgs } from "node:util";
import { didYouMean } from "@ptc/core/errors";
import { UsageError } from "../terminal/usage-error.ts";

export interface OptionSpec {
  /** The word for the value in the help text; an option without it is a flag. */
  readonly value?: string;
  readonly short?: string;
  readonly description: string;
}

/** Options by long name, without dashes. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

/** @throws UsageError */
export function parseArguments(
  specs: OptionSpecs,
  commandArguments: readonly string[],
): ParsedArguments {
  const { tokens, positionals } = parseArgs({
    args: [...commandArguments],
    options: Object.fromEntries(
      Object.entries(specs).map(
        ([name, { value, short }]) =>
          [
            name,
            {
              type: value === undefined ? "boolean" : "string",
              ...(short === undefined ? {} : { short }),
            },
          ] as const,
      ),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
    if (spec === undefined) throw unknownOption(token.rawName, specs);
    if (values.has(token.name)) throw usage(`${token.rawName} is given twice`);
    if (spec.value === undefined) {
      if (token.value !== undefined) throw usage(`${token.rawName} takes no value`);
      flags.add(token.name);
    } else {
      if (token.value === undefined || token.value === "")
        throw usage(`${token.rawName} needs a value: ${token.rawName} <${spec.value}>`);
      values.set(token.name, token.value);
    }
  }
  return { positionals, flags, values };
}

/** @throws UsageError when there are more positionals than `names`. */
export function assertPositionals(parsed: ParsedArguments, ...names: readonly string[]): void {
  const extra = parsed.positionals[names.length];
  if (extra === undefined) return;
  const expected = names.length === 0 ? "no arguments" : names.map((name) => `<${name}>`).join(" ");
  throw usage(`unexpected argument ${quoted(extra)}: this takes ${expected}`);
}

function unknownOption(rawName: string, specs: OptionSpecs): UsageError {
  const hint = didYouMean(
    rawName,
    Object.keys(specs).map((name) => `--${name}`),
  );
  return usage(
    `unknown option ${quoted(rawName)}: ${hint ?? 'what is no option but begins with "-" goes after "--"'}`,
  );
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function usage(message: string): UsageError {
  return new UsageError(message, { isAboutArguments: true });
}
