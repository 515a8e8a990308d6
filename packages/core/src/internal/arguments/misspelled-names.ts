// Finds the declared name that an undeclared one misspells. Stricter than a suggestion, because the
// call fails: `name` isn't a misspelling of `date`. Results are cached, because the rows of a list
// usually have the same names.

import { nearestNames } from "../../errors/internal.ts";
import { hostFieldName } from "../../values/internal.ts";

const longestName = 64;
const mostKnown = 1_000;

/** The misspellings of some declared names. */
export class MisspelledNames {
  private readonly declared: Iterable<string>;
  private readonly known = new Map<string, string | undefined>();
  private names: ReadonlyMap<string, string> | undefined = undefined;

  constructor(declared: Iterable<string>) {
    this.declared = declared;
  }

  /** True if `meant(name)` needs no search. */
  isKnown(name: string): boolean {
    return this.known.has(name);
  }

  /** Returns the declared name that `name` probably means, or undefined. */
  meant(name: string): string | undefined {
    if (this.known.has(name)) return this.known.get(name);
    const found = this.search(hostFieldName(name.slice(0, longestName)));
    if (this.known.size < mostKnown && name.length <= longestName) this.known.set(name, found);
    return found;
  }

  private search(name: string): string | undefined {
    this.names ??= new Map(Array.from(this.declared, (each) => [hostFieldName(each), each]));
    const [typing] = nearestNames(name, this.names.keys(), 1, Math.floor(name.length / 4));
    const near =
      typing ??
      nearestNames(name, this.names.keys()).find(
        (each) => hasLetters(each, name) || hasLetters(name, each),
      );
    return near === undefined ? undefined : this.names.get(near);
  }
}

/** True if `text` has the letters of `part` in this order, as `limit` has those of `lmt`. */
function hasLetters(text: string, part: string): boolean {
  let found = 0;
  for (const letter of text) if (letter === part[found]) found += 1;
  return found === part.length;
}
