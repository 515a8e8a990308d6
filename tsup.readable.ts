// Options for readable failures in published code. Identifiers are minified, because half of the
// time of an import goes into reading text. Classes keep their names, and lines are short, because
// an uncaught error prints its class and the line that threw it.
import { readFileSync } from "node:fs";
import type { Options } from "tsup";
import ts from "typescript";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/**
 * A line ends at the first opportunity after this many characters. The longest lines have three or
 * four times as many, because few tokens may be followed by a break.
 */
export const lineLimit = 40;

/** Classes of the sources keep their names. Put it after plugins that load sources. */
export function keepsClassNames(): Plugin {
  return {
    name: "keeps-class-names",
    setup: (build) => {
      build.onLoad({ filter: /\.ts$/, namespace: "file" }, ({ path }) => ({
        contents: readSource(path),
        loader: "ts",
      }));
    },
  };
}

/** A source, with the name of each class in it. */
export function readSource(path: string): string {
  return withClassNames(readFileSync(path, "utf8"));
}

/**
 * The name is an accessor, which costs nothing until it is read. It is on the line of the class, so
 * source maps stay right.
 */
export function withClassNames(source: string): string {
  if (!/\bclass \w/.test(source)) return source;
  const insertions = classesIn(source).map(({ name, bodyStart }) => ({
    at: bodyStart,
    text: ` static get name() { return ${JSON.stringify(name)}; }`,
  }));
  return insertions
    .sort((left, right) => right.at - left.at)
    .reduce(
      (text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at),
      source,
    );
}

interface NamedClass {
  readonly name: string;
  /** The offset after the brace that opens its body. */
  readonly bodyStart: number;
}

function classesIn(source: string): readonly NamedClass[] {
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.ES2023);
  const found: NamedClass[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node) && node.name !== undefined && !hasOwnName(node))
      // The members begin right after the brace, with the white space before the first of them.
      found.push({ name: node.name.text, bodyStart: node.members.pos });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function hasOwnName({ members }: ts.ClassLikeDeclaration): boolean {
  return members.some(
    (member) =>
      member.name !== undefined &&
      ts.isIdentifier(member.name) &&
      member.name.text === "name" &&
      ts.canHaveModifiers(member) &&
      ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true,
  );
}
