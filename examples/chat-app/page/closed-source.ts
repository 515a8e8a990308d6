// Closes the open strings and brackets of a program that is still being written.

const closers: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

/** Returns the source with what its open forms lack. */
export function closedSource(source: string): string {
  const open: string[] = [];
  let isInString = false;
  let isInComment = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (isInComment) isInComment = character !== "\n";
    else if (character === "\\") at += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === ";") isInComment = true;
    else if (closers.has(character)) open.push(closers.get(character) ?? "");
    else if (character === open.at(-1)) open.pop();
  }
  return `${source}${isInString ? '"' : ""}${isInComment ? "\n" : ""}${open.reverse().join("")}`;
}
