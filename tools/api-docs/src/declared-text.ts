// Declarations as their authors wrote them, without bodies, comments and the word `export`. The
// sources are formatted, so the text of a signature is ready to print.
import ts from "typescript";

/** The signatures of a function: one, or one for each overload. */
export function functionTexts(declarations: readonly ts.Node[]): readonly string[] {
  const functions = declarations.filter(ts.isFunctionDeclaration);
  const overloads = functions.filter(({ body }) => body === undefined);
  return (overloads.length > 0 ? overloads : functions).map((declaration) =>
    headText(declaration, declaration.body),
  );
}

/** `const name: Type`, or undefined where the source has no such text. */
export function constantText(declaration: ts.Node): string | undefined {
  if (!ts.isVariableDeclaration(declaration)) return undefined;
  const { name, type, initializer } = declaration;
  if (type !== undefined) return `const ${name.getText()}: ${plain(type.getText())}`;
  if (initializer === undefined) return undefined;
  if (ts.isSatisfiesExpression(initializer))
    return `const ${name.getText()}: ${plain(initializer.type.getText())}`;
  if (!ts.isArrowFunction(initializer)) return undefined;
  return `const ${name.getText()}: ${headText(initializer, initializer.equalsGreaterThanToken).trimEnd()} => …`;
}

/** `type Name = …` */
export function typeText(declaration: ts.Node): string | undefined {
  return ts.isTypeAliasDeclaration(declaration) ? headText(declaration, undefined) : undefined;
}

/** The head of a class or an interface, up to its brace. */
export function headOf(declaration: ts.Node): string | undefined {
  if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration))
    return undefined;
  const { text } = declaration.getSourceFile();
  return plain(text.slice(declaration.getStart(), declaration.members.pos - 1));
}

/** The parameters of a constructor, as a call. */
export function constructorText(declaration: ts.Node, className: string): string | undefined {
  if (!ts.isConstructorDeclaration(declaration)) return undefined;
  const head = headText(declaration, declaration.body);
  return `new ${className}${head.slice(head.indexOf("("))}`;
}

/** The name of a member and its type, both on one line. */
export interface MemberText {
  readonly name: string;
  readonly type: string;
}

export function memberText(declaration: ts.Node): MemberText | undefined {
  if (ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration)) {
    const body = ts.isMethodDeclaration(declaration) ? declaration.body : undefined;
    const head = oneLine(headText(declaration, body)).replace(/;$/, "");
    const open = head.search(/[(<]/);
    const name = head.slice(0, open).replace(/^(?:async |override |readonly )+/, "");
    return { name: `${name}()`, type: head.slice(open) };
  }
  if (ts.isGetAccessorDeclaration(declaration) || ts.isPropertySignature(declaration))
    return typedMember(declaration);
  if (ts.isPropertyDeclaration(declaration) || ts.isParameter(declaration))
    return typedMember(declaration);
  return undefined;
}

function typedMember(
  declaration:
    | ts.GetAccessorDeclaration
    | ts.PropertySignature
    | ts.PropertyDeclaration
    | ts.ParameterDeclaration,
): MemberText | undefined {
  const isOptional = "questionToken" in declaration && declaration.questionToken !== undefined;
  const prefix =
    ts.canHaveModifiers(declaration) &&
    ts.getModifiers(declaration)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true
      ? "static "
      : "";
  const name = `${prefix}${declaration.name.getText()}${isOptional ? "?" : ""}`;
  return declaration.type === undefined
    ? undefined
    : { name, type: oneLine(plain(declaration.type.getText())) };
}

function headText(declaration: ts.Node, body: ts.Node | undefined): string {
  const { text } = declaration.getSourceFile();
  return plain(text.slice(declaration.getStart(), body?.getStart() ?? declaration.getEnd()));
}

/** Without comments and the words that only a module needs, the last line at the margin. */
function plain(text: string): string {
  return dedented(
    text
      .replaceAll(/\s*\/\*.*?\*\/|\s*\/\/ [^\n]*/gs, "")
      .replace(/^(?:export |declare |async |default )+/, "")
      .trim(),
  );
}

/** Lines after the first move left together, until one of them is at the margin. */
export function dedented(text: string): string {
  const [first = "", ...others] = text.split("\n");
  const margins = others.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const margin = margins.length === 0 ? 0 : Math.min(...margins);
  return [first, ...others.map((line) => line.slice(margin))].join("\n");
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([([{<]) | (?=[)\]>])/g, "$1")
    .replaceAll(/,(?=[)\]>])/g, "");
}
