// Names the arguments. Parameters and body fields share one object of arguments. Each keeps its
// name, with two changes. Every run of characters other than ASCII letters, digits, `_` or `-`
// becomes one `_` (`filter[name]` is `filter_name`). Characters before the first letter are
// removed. If a name is taken, its location is prepended: `query_id`, `header_id`, `body_id`.
// Earlier ones keep their name, in the order path, query, header, cookie, body. Programs may write
// `-` or `_`, so names that differ only in these are the same.

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
  // eslint-disable-next-line texts/shortened-texts -- a name of an argument, from the document
  return first < 0 ? undefined : words.slice(first, first + longestName);
}
