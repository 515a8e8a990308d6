// Names of tools. A program calls the tool `find` as `(tool/find …)`, so a name must be valid after
// the slash of a symbol.

/** Characters that end a symbol, or are invisible in one. */
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

/** Returns a similar name that programs can call: `get-user` for `get user`. */
export function callableName(name: string): string {
  const words = name.slice(0, longestAdvised).match(/[\p{L}\p{N}_.]+/gu) ?? [];
  const plain = words.join("-");
  return /^\p{L}/u.test(plain) ? plain : ["tool", ...words].join("-");
}
