// The prose of a TypeScript or JavaScript source: comments, string literals that are sentences, and
// titles of tests.
import ts from "typescript";
import type { Passage } from "./markdown-prose.ts";

export interface SourceProse {
  readonly comments: readonly Passage[];
  readonly strings: readonly Passage[];
  readonly titles: readonly Passage[];
  /** Names that the source declares. */
  readonly names: readonly Passage[];
}

export function sourceProse(file: string, text: string): SourceProse {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const strings: Passage[] = [];
  const titles: Passage[] = [];
  const names: Passage[] = [];
  const lineOf = (position: number): number =>
    source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclared(node))
      names.push({ line: lineOf(node.getStart()), text: node.text });
    const said = literalText(node);
    if (said !== undefined && isSentence(said)) {
      const passage = { line: lineOf(node.getStart()), text: said };
      (isTestTitle(node) ? titles : strings).push(passage);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { comments: commentsOf(source, text, lineOf), strings, titles, names };
}

function isDeclared(node: ts.Identifier): boolean {
  const parent = node.parent as ts.Node & { readonly name?: ts.Node };
  return parent.name === node && !ts.isPropertyAccessExpression(parent);
}

/** The text of a literal; placeholders of a template become the word `code`. */
function literalText(node: ts.Node): string | undefined {
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `code${literal.text}`).join("");
  if (!ts.isStringLiteralLike(node) || ts.isImportDeclaration(node.parent)) return undefined;
  return node.text;
}

function isSentence(text: string): boolean {
  return text.length < 20_000 && /\p{L}{2,}[,;:]? \p{L}+[,;:]? \p{L}/u.test(text);
}

const testFunction = /^(?:test|it|describe)\b/;

function isTestTitle(node: ts.Node): boolean {
  const call = node.parent;
  return (
    ts.isCallExpression(call) &&
    call.arguments[0] === node &&
    testFunction.test(call.expression.getText())
  );
}

/** Comments; adjacent `//` lines are one passage. Directives to tools are left out. */
function commentsOf(
  source: ts.SourceFile,
  text: string,
  lineOf: (position: number) => number,
): readonly Passage[] {
  const ranges = new Map<number, ts.CommentRange>();
  const add = (found: readonly ts.CommentRange[] | undefined): void => {
    for (const range of found ?? []) ranges.set(range.pos, range);
  };
  const visit = (node: ts.Node): void => {
    // JSX text has no comments.
    if (node.kind === ts.SyntaxKind.JsxText) return;
    add(ts.getLeadingCommentRanges(text, node.getFullStart()));
    add(ts.getTrailingCommentRanges(text, node.getEnd()));
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  const passages: { line: number; last: number; text: string }[] = [];
  for (const { pos, end, kind } of [...ranges.values()].sort((one, other) => one.pos - other.pos)) {
    const raw = text.slice(pos, end);
    if (
      /^\/\/\s*(?:eslint|@ts-|prettier-ignore|<reference)|^\/\*\s*(?:eslint|v8 ignore|@__PURE__)/.test(
        raw,
      )
    )
      continue;
    const line = lineOf(pos);
    const words = kind === ts.SyntaxKind.MultiLineCommentTrivia ? blockText(raw) : raw.slice(2);
    const above = passages.at(-1);
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia && above?.last === line - 1) {
      above.text += `\n${words}`;
      above.last = line;
    } else
      passages.push({
        line,
        last: kind === ts.SyntaxKind.SingleLineCommentTrivia ? line : -1,
        text: words,
      });
  }
  return passages.flatMap(({ line, text: comment }) =>
    paragraphsOf(comment).map((paragraph) => ({ line, text: paragraph })),
  );
}

function blockText(raw: string): string {
  return raw
    .slice(2, -2)
    .replace(/^\*/, "")
    .replace(/^[ \t]*\*[ \t]?/gm, "");
}

/** Paragraphs without drawings and code: indented lines are left out, `code` is one word. */
function paragraphsOf(comment: string): readonly string[] {
  return comment
    .split(/\n\s*\n|\n(?=\s*(?:[-*] |@\w+))/)
    .map((paragraph) =>
      paragraph
        .split("\n")
        .filter((line) => !/^\s{3,}/.test(line) && !/[│─▶▲└┌├<>=-]{2,}|\S {3,}\S/.test(line))
        .join(" ")
        .replace(/\s+/g, " ")
        .replace(/```.*?```|`[^`]*`/gs, "code")
        .replace(/\{@link ([^}]*)\}/g, "code")
        .replace(/^\s*(?:[-*] |@\w+ ?)/, "")
        .trim(),
    )
    .filter((paragraph) => paragraph !== "");
}
