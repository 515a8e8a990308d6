// The lint rule `shortened-texts`: a message shows a part of a text only with `shortened`, which
// marks the cut. The firewall recognizes the mark, so it hides the beginning of a firewalled value
// before it. The rule reports `text.slice(0, 60)` and `text.slice(at, at + 10)` in a template, in
// an argument of an error, in a result, and in a variable that a template of the file inserts.
import ts from "typescript";

/** Methods that return a part of a text. */
const cutting = new Set(["slice", "substring", "substr"]);

/** Calls that return or write the text they get. */
const writing =
  /^(mask|quotedText|String|stringify|text|trim\w*|replace\w*|visible\w*|to\w+Case|without\w+)$/;

/** Calls that take a text for a message. */
const failing = /[eE]rror|[fF]ail|[pP]roblem|[wW]rong|^oneLine$|^push$/;

/** Fields that hold a part of a message. */
const fields = /^(message|problem|hint|reason|text|document|description)$/;

/** @type {import("eslint").Rule.RuleModule} */
export const shortenedTextsRule = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      cut: "cuts a text without a mark: use `shortened`, or say here why no message shows it",
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
        for (const node of textCuts(source, program))
          context.report({
            messageId: "cut",
            loc: context.sourceCode.getLocFromIndex(node.name.getStart(source)),
          });
      },
    };
  },
};

/**
 * Finds the places where a file cuts a text at a fixed length.
 * @param {ts.SourceFile} source
 * @param {ts.Program} program
 * @returns {readonly ts.PropertyAccessExpression[]}
 */
export function textCuts(source, program) {
  const checker = program.getTypeChecker();
  /** @type {ts.PropertyAccessExpression[]} */
  const cuts = [];
  /** @type {(node: ts.Node) => void} */
  const visit = (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      cutting.has(node.expression.name.text) &&
      isFixedLength(node.arguments) &&
      isShown(node, source) &&
      isText(checker.getTypeAtLocation(node.expression.expression))
    )
      cuts.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return cuts;
}

/**
 * True for `(0, 60)`, `(0, longest)`, `(0, 2 * longest)` and `(at, at + 10)`. A few characters are
 * no part worth hiding, and an end that was searched for isn't fixed.
 * @param {readonly ts.Expression[]} bounds
 */
function isFixedLength([start, end]) {
  if (start === undefined || end === undefined) return false;
  const from = start.getText();
  const to = end.getText();
  if (/^\d+$/.test(to)) return Number(to) - (Number(from) || 0) >= shortestReported;
  if (from === "0")
    return /^(\d+ \* )?\w*([Mm]ost|[Ll]ongest|[Mm]ax|[Ss]hown|[Ll]imit|[Ll]ength|[Rr]oom|[Ss]ize)\w*( \+ \d+)?$/.test(
      to,
    );
  const added = /^\w+(?:\.\w+)* \+ (\d+|[a-z]\w*)$/.exec(to.replace(/^this\./, ""));
  return to.startsWith(from) && added !== null && !(Number(added[1]) < shortestReported);
}

const shortestReported = 8;

/**
 * True if the value of an expression becomes part of a text for readers.
 * @param {ts.Node} node
 * @param {ts.SourceFile} source
 * @returns {boolean}
 */
function isShown(node, source) {
  const { parent } = node;
  if (ts.isTemplateSpan(parent) || ts.isReturnStatement(parent)) return true;
  if (ts.isArrowFunction(parent)) return parent.body === node;
  if (ts.isVariableDeclaration(parent))
    return new RegExp(`\\$\\{[^}]*\\b${parent.name.getText()}\\b`).test(source.text);
  if (ts.isPropertyAssignment(parent)) return fields.test(parent.name.getText());
  if (ts.isConditionalExpression(parent))
    return parent.condition !== node && isShown(parent, source);
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    const isJoined =
      kind === ts.SyntaxKind.PlusToken || kind === ts.SyntaxKind.QuestionQuestionToken;
    return isJoined && isShown(parent, source);
  }
  if (ts.isParenthesizedExpression(parent)) return isShown(parent, source);
  if (ts.isPropertyAccessExpression(parent))
    return (
      ts.isCallExpression(parent.parent) &&
      writing.test(parent.name.text) &&
      isShown(parent.parent, source)
    );
  if (ts.isNewExpression(parent)) return failing.test(parent.expression.getText());
  if (!ts.isCallExpression(parent) || parent.expression === node) return false;
  const called = parent.expression;
  const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
  return failing.test(name) || (writing.test(name) && isShown(parent, source));
}

/** @param {ts.Type} type */
function isText(type) {
  return (type.flags & ts.TypeFlags.StringLike) !== 0;
}
