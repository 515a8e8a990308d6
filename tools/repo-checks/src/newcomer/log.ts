// Parses a newcomer's log into steps: its blocks of code, in order. The language of a block and the
// path after it determine its step.

export type LogStep =
  | { readonly kind: "file"; readonly path: string; readonly content: string }
  | { readonly kind: "command"; readonly command: string; readonly expected: readonly string[] };

/**
 * A block with a path is a file; `sh` contains commands, one per line; `text` is part of the
 * output of the previous command. @throws Error for any other block
 */
export function stepsOfLog(markdown: string): readonly LogStep[] {
  const steps: LogStep[] = [];
  for (const [, info = "", content = ""] of markdown.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)) {
    const [language = "", path] = info.split(" ");
    if (path !== undefined) steps.push({ kind: "file", path, content });
    else if (language === "sh")
      for (const command of linesOf(content))
        steps.push({ kind: "command", command, expected: [] });
    else {
      const before = steps.pop();
      if (language !== "text" || before?.kind !== "command")
        throw new Error(`a block "${info}" is neither a file, nor commands, nor what one prints`);
      steps.push({ ...before, expected: linesOf(content) });
    }
  }
  return steps;
}

/**
 * Returns the expected lines that are missing. Ignores control sequences and text around a line.
 */
export function missingLines(output: string, expected: readonly string[]): readonly string[] {
  // eslint-disable-next-line no-control-regex -- terminal colors start with one
  const plain = output.replaceAll(/\u001b\[[\d;]*m/g, "");
  const printed = plain.split("\n");
  return expected.filter((line) => !printed.some((text) => text.trim().endsWith(line)));
}

function linesOf(content: string): readonly string[] {
  return content.split("\n").filter((line) => line !== "");
}
