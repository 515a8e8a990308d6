// Names of arguments. Parameters and fields of the body are one object of arguments. The rule: a
// parameter or field keeps its name, with one `_` for each run of what is no letter, digit, `_` or
// `-` of ASCII (`filter[name]` is `filter_name`), and without what stands before its first letter.
// Where that is taken, its location stands in front: `query_id`, `header_id`, `body_id`. Those that
// come first keep theirs: path, query, header, cookie, body. A program writes `-` or `_`, as it
// likes; so names that differ in these alone are one.

import { hostFieldName } from "@ptc/core/internal/values";

const longestName = 60;

export class ArgumentNames {
  private readonly taken = new Set<string>();

  take(name: string, location: string): string {
    const plain = plainName(name) ?? location;
    const candidates = [plain, `${location}_${plain}`];
    let free = candidates.find((candidate) => !this.isTaken(candidate));
    for (let copy = 2; free === undefined; copy++) {
      const numbered = `${location}_${plain}_${String(copy)}`;
      if (!this.isTaken(numbered)) free = numbered;
    }
    this.taken.add(hostFieldName(free));
    return free;
  }

  private isTaken(name: string): boolean {
    return this.taken.has(hostFieldName(name));
  }
}

function plainName(name: string): string | undefined {
  const words = name
    .slice(0, 10 * longestName)
    .split(/[^A-Za-z0-9_-]/)
    .filter((word) => word !== "")
    .join("_");
  const first = words.search(/[A-Za-z]/);
  return first < 0 ? undefined : words.slice(first, first + longestName);
}
