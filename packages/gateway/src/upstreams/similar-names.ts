// Finds names of tools that a reader, or a model, could confuse.

const mostReported = 20;

/** Returns a warning for each group of names that differ only in case, or in `_`, `-` and `.`. */
export function similarNames(names: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const key = name.toLowerCase().replace(/[_.-]/g, "");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [name]);
    else group.push(name);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .slice(0, mostReported)
    .map((group) => `these names are easily confused: ${group.slice(0, 10).join(", ")}`);
}
