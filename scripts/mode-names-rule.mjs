// The lint rule `mode-names`: code outside `modes/` and `mode-traits/` must not compare or name a
// mode, so that a new mode needs no change there. The rule reads the names from the type `ModeName`
// and checks types, because "text" and "program" are also ordinary words.
import ts from "typescript";

/** The file with the table of modes, which declares the type `ModeName`. */
const tableFile = "/mode-traits/mode-table.ts";

/** @type {import("eslint").Rule.RuleModule} */
export const modeNamesRule = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      compared:
        'names the mode "{{name}}": read a trait of the mode instead (mode-traits/mode-table.ts)',
      written: 'mentions the mode "{{name}}" in a text: insert the name of the mode instead',
    },
  },
  create: (context) => {
    const { program, esTreeNodeToTSNodeMap } =
      /** @type {{ program: ts.Program, esTreeNodeToTSNodeMap: Map<unknown, ts.Node> }} */ (
        /** @type {unknown} */ (context.sourceCode.parserServices)
      );
    return {
      Program: (root) => {
        const source = esTreeNodeToTSNodeMap.get(root);
        if (source === undefined || !ts.isSourceFile(source)) return;
        for (const { messageId, name, node } of modeMentions(source, program))
          context.report({
            messageId,
            data: { name },
            loc: context.sourceCode.getLocFromIndex(node.getStart(source)),
          });
      },
    };
  },
};

/**
 * @typedef {{
 *   readonly messageId: "compared" | "written",
 *   readonly name: string,
 *   readonly node: ts.Node,
 * }} Mention
 */

/**
 * Finds the places where a file names a mode.
 * @param {ts.SourceFile} source
 * @param {ts.Program} program
 * @returns {readonly Mention[]}
 */
export function modeMentions(source, program) {
  const checker = program.getTypeChecker();
  const names = modeNamesOf(program);
  const text = new RegExp(`\\bmodes?:? "(${[...names].join("|")})"`);
  /** @type {Mention[]} */
  const mentions = [];
  /** @type {(node: ts.Node) => void} */
  const visit = (node) => {
    const name = nameOf(node);
    if (name !== undefined && names.has(name) && isCompared(node, names, checker))
      mentions.push({ messageId: "compared", name, node });
    const written =
      ts.isLiteralExpression(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      node.kind === ts.SyntaxKind.TemplateHead
        ? text.exec(/** @type {ts.LiteralLikeNode} */ (node).text)?.[1]
        : undefined;
    if (written !== undefined) mentions.push({ messageId: "written", name: written, node });
    ts.forEachChild(node, visit);
  };
  if (names.size > 0) visit(source);
  return mentions;
}

/**
 * The names that the table declares; empty if the program doesn't include it.
 * @param {ts.Program} program
 * @returns {ReadonlySet<string>}
 */
function modeNamesOf(program) {
  const table = program.getSourceFiles().find(({ fileName }) => fileName.endsWith(tableFile));
  const declaration = table?.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === "ModeName",
  );
  if (declaration === undefined) return new Set();
  const type = program.getTypeChecker().getTypeAtLocation(declaration);
  return new Set(textsOf(type));
}

/**
 * The text of a string, or of an identifier that names a property.
 * @param {ts.Node} node
 */
function nameOf(node) {
  return ts.isStringLiteralLike(node) || ts.isIdentifier(node) ? node.text : undefined;
}

/**
 * True if the text is compared with a mode, is passed where a mode is expected, or is a key of a
 * record by mode.
 * @param {ts.Node} node
 * @param {ReadonlySet<string>} names
 * @param {ts.TypeChecker} checker
 * @returns {boolean}
 */
function isCompared(node, names, checker) {
  /** @type {(other: ts.Node) => boolean} */
  const isMode = (other) => isModeType(checker.getTypeAtLocation(other), names, checker);
  /** @type {(type: ts.Type | undefined) => boolean} */
  const isRecord = (type) =>
    type !== undefined && [...names].every((name) => type.getProperty(name) !== undefined);
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return isRecord(checker.getTypeAtLocation(parent.expression));
  if (ts.isObjectLiteralElement(parent) && parent.name === node)
    return (
      ts.isObjectLiteralExpression(parent.parent) &&
      isRecord(checker.getContextualType(parent.parent))
    );
  if (!ts.isStringLiteralLike(node)) return false;
  if (ts.isElementAccessExpression(parent))
    return isRecord(checker.getTypeAtLocation(parent.expression));
  if (ts.isBinaryExpression(parent) && isEquality(parent.operatorToken.kind))
    return isMode(parent.left === node ? parent.right : parent.left);
  if (ts.isCaseClause(parent)) return isMode(parent.parent.parent.expression);
  if (ts.isLiteralTypeNode(parent) && ts.isUnionTypeNode(parent.parent))
    return isMode(parent.parent);
  const expected = checker.getContextualType(node);
  if (expected !== undefined && isModeType(expected, names, checker)) return true;
  // `["text", "combined"].includes(mode)`
  const member = ts.isArrayLiteralExpression(parent) ? parent.parent : undefined;
  return (
    member !== undefined &&
    ts.isPropertyAccessExpression(member) &&
    ts.isCallExpression(member.parent) &&
    member.parent.arguments.some(isMode)
  );
}

/** @param {ts.SyntaxKind} kind */
function isEquality(kind) {
  return (
    kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    kind === ts.SyntaxKind.ExclamationEqualsEqualsToken
  );
}

/**
 * True for `ModeName`, also optional, narrowed or as the bound of a type parameter. A type of one
 * text alone isn't recognized as a mode.
 * @param {ts.Type} type
 * @param {ReadonlySet<string>} names
 * @param {ts.TypeChecker} checker
 */
function isModeType(type, names, checker) {
  const bound = checker.getNonNullableType(checker.getBaseConstraintOfType(type) ?? type);
  const texts = textsOf(bound);
  return (
    bound.isUnion() && texts.length === bound.types.length && texts.every((text) => names.has(text))
  );
}

/**
 * The string literals of a union.
 * @param {ts.Type} type
 * @returns {readonly string[]}
 */
function textsOf(type) {
  return (type.isUnion() ? type.types : [type]).flatMap((each) =>
    each.isStringLiteral() ? [each.value] : [],
  );
}
