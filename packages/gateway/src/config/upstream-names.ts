// The names of upstreams. A name is the beginning of the names of its tools, so it must be
// unmistakable: names that differ only in case are refused.

/** Short, so that most of a tool's name remains. */
const longestName = 30;

const valid = /^[A-Za-z][A-Za-z0-9_-]{0,29}$/;

/** True for a name that programs can write in front of the name of a tool. */
export function isUpstreamName(name: string): boolean {
  return valid.test(name);
}

/** Returns the nearest valid name; other clients allow any text. */
export function upstreamName(given: string): string {
  const words = given
    .slice(0, 10 * longestName)
    .split(/[^A-Za-z0-9_-]/)
    .filter((word) => word !== "")
    .join("-");
  const first = words.search(/[A-Za-z]/);
  // eslint-disable-next-line texts/shortened-texts -- a name of a tool
  return first < 0 ? "server" : words.slice(first, first + longestName);
}

/** Returns a message for each name that resembles an earlier one. */
export function namesakes(names: readonly string[]): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  const messages = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase().replaceAll("_", "-");
    const other = seen.get(key);
    if (other === undefined) seen.set(key, name);
    else
      messages.set(
        name,
        other === name
          ? "there is another upstream of this name: rename one"
          : `resembles the upstream ${JSON.stringify(other)}, so programs could confuse them: rename one`,
      );
  }
  return messages;
}
