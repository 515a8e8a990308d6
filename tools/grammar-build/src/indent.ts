// Indents emitted lines: two spaces per open brace or parenthesis at a line's end.

export function indent(lines: readonly string[]): string {
  let depth = 0;
  const laidOut = lines.map((line) => {
    if (/^[})]/.test(line)) depth -= 1;
    const isContinued = line.startsWith("|");
    const text = line === "" ? "" : `${"  ".repeat(isContinued ? depth + 1 : depth)}${line}`;
    if (/[{(]$/.test(line)) depth += 1;
    return text;
  });
  return `${laidOut.join("\n")}\n`;
}
