// Finds the examples in the text of a document, so that the tested programs are those that a reader
// sees:
//   - `source` → `value`, in prose and in tables;
//   - blocks marked clojure: programs, each followed by its outcomes as comments
//       ;=> value    ;prints line    ;fails reason: message
// Every such comment belongs to the program above it, and the programs of one block run in order,
// as at a prompt.

export interface Outcome {
  readonly kind: "value" | "prints" | "fails";
  readonly text: string;
}

export interface Program {
  readonly source: string;
  readonly outcomes: readonly Outcome[];
}

/** Programs that share their definitions. */
export interface Example {
  /** The line of its first program in the document, from 1. */
  readonly line: number;
  readonly programs: readonly Program[];
}

/**
 * Returns every example of a Markdown text, in order. Throws for text that looks like an example
 * and can't run.
 */
export function examplesOf(markdown: string): readonly Example[] {
  const examples: Example[] = [];
  let block: { line: number; language: string; lines: string[] } | undefined;
  markdown.split("\n").forEach((text, index) => {
    const fence = /^```(\w*)$/.exec(text);
    if (fence === null && block !== undefined) block.lines.push(text);
    else if (fence === null) examples.push(...inlineExamples(text, index + 1));
    else if (block === undefined) block = { line: index + 2, language: fence[1] ?? "", lines: [] };
    else {
      if (block.language === "clojure")
        examples.push({ line: block.line, programs: programsOf(block.lines) });
      block = undefined;
    }
  });
  return examples;
}

interface CodeSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function inlineExamples(line: string, number: number): Example[] {
  const spans = codeSpans(line, number);
  const examples = spans.flatMap((value, index): Example[] => {
    const source = spans[index - 1];
    if (source === undefined || line.slice(source.end, value.start) !== " → ") return [];
    return [
      {
        line: number,
        programs: [{ source: source.text, outcomes: [{ kind: "value", text: value.text }] }],
      },
    ];
  });
  const shown = spans.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    line,
  );
  // An example broken over two lines would silently not run.
  if (shown.split("→").length - 1 !== examples.length)
    throw new Error(
      `line ${String(number)}: an arrow must be between a source and its value on one line`,
    );
  return examples;
}

/**
 * Returns the code spans of a line as Markdown reads them: from the left, each ending at a run of
 * as many backticks.
 */
function codeSpans(line: string, number: number): CodeSpan[] {
  const spans: CodeSpan[] = [];
  const opening = /\\.|(`+)/g;
  for (let match = opening.exec(line); match !== null; match = opening.exec(line)) {
    const fence = match[1];
    if (fence === undefined) continue;
    const closing = [...line.slice(opening.lastIndex).matchAll(/`+/g)].find(
      ([run]) => run === fence,
    );
    if (closing === undefined)
      throw new Error(`line ${String(number)}: code that does not end on its line`);
    const end = opening.lastIndex + closing.index + fence.length;
    spans.push({
      start: match.index,
      end,
      text: spanText(line.slice(opening.lastIndex, end - fence.length)),
    });
    opening.lastIndex = end;
  }
  return spans;
}

/** Returns the text of a code span, without one space at both ends, and without escaped bars. */
function spanText(raw: string): string {
  const inner =
    raw.startsWith(" ") && raw.endsWith(" ") && raw.trim() !== "" ? raw.slice(1, -1) : raw;
  return inner.replaceAll("\\|", "|");
}

const outcomePattern = /^;(=>|prints|fails) (.*)$/;
const outcomeKinds: ReadonlyMap<string, Outcome["kind"]> = new Map([
  ["=>", "value"],
  ["prints", "prints"],
  ["fails", "fails"],
]);

function programsOf(lines: readonly string[]): readonly Program[] {
  const programs: { source: string; outcomes: Outcome[] }[] = [];
  for (const line of lines) {
    const [, mark = "", text = ""] = outcomePattern.exec(line) ?? [];
    const kind = outcomeKinds.get(mark);
    const last = programs.at(-1);
    if (kind !== undefined && last !== undefined) last.outcomes.push({ kind, text });
    else if (last === undefined || last.outcomes.length > 0)
      programs.push({ source: line, outcomes: [] });
    else last.source += `\n${line}`;
  }
  return programs.filter(({ source }) => source.trim() !== "");
}
