// Remembers names that passed a test, because most values have the names of others, and finding a
// name takes less time than testing it.

/** Names from programs and hosts are remembered up to this number. */
const mostNames = 1_000;

/** Returns a test of names that remembers those that pass. */
export function knownNames(passes: (name: string) => boolean): (name: string) => boolean {
  const names = new Set<string>();
  return (name) => {
    if (names.has(name)) return true;
    const isRight = passes(name);
    if (isRight && names.size < mostNames) names.add(name);
    return isRight;
  };
}
