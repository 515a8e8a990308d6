// Finds the regular expressions in a source file: literals, and RegExp calls with arguments that
// can be computed statically.
import ts from "typescript";

export interface FoundPattern {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Absent if it depends on values known only at run time. */
  readonly pattern?: { readonly source: string; readonly flags: string };
  /** The source text. */
  readonly text: string;
}

export function patternsIn(file: string, text: string): readonly FoundPattern[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: FoundPattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) add(node, partsOf(node.text));
    else if (isRegExpCall(node)) add(node, madePattern(node, source));
    ts.forEachChild(node, visit);
  };
  const add = (node: ts.Node, pattern: FoundPattern["pattern"]): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const written = node.getText(source);
    found.push({ file, line, text: written, ...(pattern === undefined ? {} : { pattern }) });
  };
  visit(source);
  return found;
}

type RegExpCall = ts.NewExpression | ts.CallExpression;

function isRegExpCall(node: ts.Node): node is RegExpCall {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "RegExp"
  );
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf("/");
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

function madePattern(
  { arguments: given = ts.factory.createNodeArray() }: RegExpCall,
  file: ts.SourceFile,
): FoundPattern["pattern"] {
  const [first, second] = given;
  const flags = second === undefined ? undefined : constantText(second);
  if (first === undefined || (second !== undefined && flags === undefined)) return undefined;
  const copied = ts.isIdentifier(first) ? literalNamed(first.text, file) : undefined;
  if (copied !== undefined) return { source: copied.source, flags: flags ?? copied.flags };
  const source = constantText(first);
  return source === undefined ? undefined : { source, flags: flags ?? "" };
}

/** Returns the literal assigned to a constant of the file. */
function literalNamed(name: string, file: ts.SourceFile): ReturnType<typeof partsOf> | undefined {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: declared, initializer } of statement.declarationList.declarations)
      if (
        ts.isIdentifier(declared) &&
        declared.text === name &&
        initializer !== undefined &&
        ts.isRegularExpressionLiteral(initializer)
      )
        return partsOf(initializer.text);
  }
  return undefined;
}

/** Returns the text of an expression without variables: literals, `String.raw`, joined lists. */
function constantText(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node) && ts.isNoSubstitutionTemplateLiteral(node.template))
    return node.tag.getText() === "String.raw" ? node.template.getText().slice(1, -1) : undefined;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined([node.left, node.right], "");
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "join" &&
    ts.isArrayLiteralExpression(node.expression.expression)
  ) {
    const [separator] = node.arguments;
    const between = separator === undefined ? "," : constantText(separator);
    return between === undefined ? undefined : joined(node.expression.expression.elements, between);
  }
  return undefined;
}

function joined(nodes: Iterable<ts.Expression>, separator: string): string | undefined {
  const texts = Array.from(nodes, constantText);
  return texts.includes(undefined) ? undefined : texts.join(separator);
}
