// Names of tools: a program calls the tool `find` as `(tool/find …)`, so a name is what may stand
// behind the slash of a symbol.

/** What ends a symbol, or cannot be seen in one. */
const noPartOfSymbols = /[\s,;()[\]{}"`@^~\\\p{C}]/u;
const oddColons = /::|:$|:\//;

export function isToolName(name: string): boolean {
  return (
    !noPartOfSymbols.test(name) &&
    !oddColons.test(name) &&
    name.split("/").every((part) => part !== "" && !/^\d/.test(part))
  );
}

const longestAdvised = 60;

/** A name that can be called and says nearly the same: `get-user` for `get user`. */
export function callableName(name: string): string {
  const words = name.slice(0, longestAdvised).match(/[\p{L}\p{N}_.]+/gu) ?? [];
  const plain = words.join("-");
  return /^\p{L}/u.test(plain) ? plain : ["tool", ...words].join("-");
}
