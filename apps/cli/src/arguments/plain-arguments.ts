// Parses simple command lines, which are the most common, without loading commander. Commander
// parses the others, including help and mistakes. A test checks that both give the same result.

import type { CommandSpec, OptionSpecs, ParsedArguments } from "./command-spec.ts";

/** Returns the arguments of a command, or `undefined` if commander must parse them. */
export function plainArguments(
  { options, arguments: expected }: CommandSpec,
  words: readonly string[],
): ParsedArguments | undefined {
  const positionals: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (isPlain(word)) {
      positionals.push(word);
      continue;
    }
    const name = optionName(word, options);
    if (name === undefined) return undefined;
    if (options[name]?.value === undefined) {
      flags.add(name);
      continue;
    }
    const value = words[++index];
    if (value === undefined || value === "" || !isPlain(value) || values.has(name))
      return undefined;
    if (options[name].isMany === true) lists.set(name, [...(lists.get(name) ?? []), value]);
    else values.set(name, value);
  }
  const least = expected.filter(({ isOptional = false }) => !isOptional).length;
  const most = expected.at(-1)?.isMany === true ? Infinity : expected.length;
  return positionals.length < least || positionals.length > most
    ? undefined
    : { positionals, flags, values, lists, isEnded: false };
}

function isPlain(word: string): boolean {
  return word === "-" || !word.startsWith("-");
}

/** Returns the name of an option, from its full name or its letter. */
function optionName(word: string, options: OptionSpecs): string | undefined {
  const name = word.slice(2);
  if (word.startsWith("--")) return Object.hasOwn(options, name) ? name : undefined;
  return Object.keys(options).find((candidate) => `-${options[candidate]?.short ?? ""}` === word);
}
