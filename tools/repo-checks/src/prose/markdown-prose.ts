// The prose of a Markdown document: paragraphs, list items, headings and table cells, without code.

export interface Passage {
  /** 1-based line on which the passage starts. */
  readonly line: number;
  readonly text: string;
}

/** Removes markup, so that only words remain. Inline code becomes the single word `code`. */
function plainText(markdown: string): string {
  return markdown
    .replace(/``.+?``|`[^`]*`/g, "code")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<https?:[^>]*>|https?:\/\/\S+/g, "link")
    .replace(/<[a-z/!][^>]*>/gi, " ")
    .replace(/\*\*|__/g, "")
    .trim();
}

/** A line that begins a passage of its own instead of continuing the paragraph above. */
const ownPassage = /^\s*(?:[-*+] |\d+[.)] |#{1,6} |>|\|)/;

export function markdownPassages(source: string): readonly Passage[] {
  const passages: Passage[] = [];
  let paragraph: { line: number; lines: string[] } | undefined;
  let fence: string | undefined;
  const isFrontMatter = source.startsWith("---\n");
  const bodyStart = isFrontMatter
    ? source.slice(0, source.indexOf("\n---", 3)).split("\n").length
    : 0;
  const end = (): void => {
    if (paragraph !== undefined)
      passages.push({ line: paragraph.line, text: plainText(paragraph.lines.join(" ")) });
    paragraph = undefined;
  };
  for (const [index, line] of withoutComments(source).split("\n").entries()) {
    const opening = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (opening?.startsWith(fence) === true) fence = undefined;
      continue;
    }
    if (opening !== undefined) {
      end();
      fence = opening;
      continue;
    }
    if (index <= bodyStart && isFrontMatter) continue;
    if (line.trim() === "") {
      end();
      continue;
    }
    if (/^\s*\|/.test(line)) {
      end();
      passages.push(...cellsOf(line).map((text) => ({ line: index + 1, text })));
      continue;
    }
    if (ownPassage.test(line)) end();
    paragraph ??= { line: index + 1, lines: [] };
    paragraph.lines.push(line.replace(/^\s*(?:(?:[-*+]|\d+[.)]|#{1,6}|>)\s+)?/, ""));
    if (/^\s*#{1,6} /.test(line)) end();
  }
  end();
  return passages.filter(({ text }) => text !== "");
}

/** Blanks out HTML comments and keeps the number of lines. */
function withoutComments(source: string): string {
  return source.replace(/<!--.*?-->/gs, (comment) => comment.replace(/[^\n]/g, ""));
}

function cellsOf(row: string): readonly string[] {
  if (/^[\s|:-]*$/.test(row)) return [];
  // Code first: it may contain bars.
  return row
    .replace(/``.+?``|`[^`]*`/g, "code")
    .split("|")
    .map(plainText);
}
