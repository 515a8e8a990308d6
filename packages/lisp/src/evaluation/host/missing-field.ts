// Words the error for `data/name` if the context lacks this field. Loads when a program has it.

import { didYouMean } from "@ptc/core/internal/errors";

/** Names in a message, at most. */
const mostListed = 20;

/** Returns the names as programs write them, or a text for a context without fields. */
export function listedFields(names: readonly string[]): string {
  if (names.length === 0) return "no data was given";
  const listed = names.slice(0, mostListed).map((name) => `data/${name}`);
  return `${listed.join(", ")}${names.length > mostListed ? ", …" : ""}`;
}

/** Returns the message for `data/name` if the context lacks this field. */
export function missingFieldMessage(name: string, names: readonly string[]): string {
  const fields = listedFields(names);
  return `there is no data/${name}; ${names.length === 0 ? fields : `available: ${fields}`}`;
}

/** Returns a suggestion of similar `names`, if there are any. */
export function nearFields(name: string, names: readonly string[]): string | undefined {
  return didYouMean(name, names)?.replaceAll(" `", " `data/");
}
