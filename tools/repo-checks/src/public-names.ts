// Lists the public names of packages, read by the type checker from the sources of each entry of
// `exports`. The text has one line per name, with `value` (a function, class or constant) or
// `type`. Also checks the documentation that editors show.
import ts from "typescript";
import { join, relative } from "node:path";
import { isInternal, repositoryRoot, subpathsOf, type Workspace } from "./workspaces.ts";

export interface PublicNames {
  readonly text: string;
  /** The names without documentation. */
  readonly undocumented: readonly string[];
  /** The names with an example in their documentation. */
  readonly withExample: readonly string[];
  readonly types: readonly PublicType[];
}

/** A type or class that a package exports. */
export interface PublicType {
  readonly name: string;
  /** Where it is declared, then where the types that it extends are: `packages/core/…#Tool`. */
  readonly declarations: readonly string[];
}

/** Returns the program with every entry of the workspaces. Reading it takes seconds. */
export function publicProgram(workspaces: readonly Workspace[]): ts.Program {
  const subpaths = workspaces.flatMap(subpathsOf);
  const sources = [
    ...subpaths.filter((subpath) => !isInternal(subpath)),
    ...subpaths.filter(isInternal),
  ].map(({ source }) => join(repositoryRoot, source));
  return ts.createProgram(sources, compilerOptions());
}

/**
 * Returns the public names by package name, in the order of the workspaces. `program` is that of
 * the workspaces.
 */
export function publicNamesOf(
  workspaces: readonly Workspace[],
  program: ts.Program,
): ReadonlyMap<string, PublicNames> {
  const checker = program.getTypeChecker();
  return new Map(
    workspaces.map((workspace) => {
      const subpaths = subpathsOf(workspace).map(({ specifier, source }) => {
        const file = program.getSourceFile(join(repositoryRoot, source));
        const module = file && checker.getSymbolAtLocation(file);
        return { specifier, symbols: module ? checker.getExportsOfModule(module) : [] };
      });
      const sections = subpaths.map(({ specifier, symbols }) => {
        const lines = symbols.map((symbol) => lineOf(checker, symbol));
        return [specifier, ...lines.sort().map((line) => `  ${line}`)].join("\n");
      });
      const all = subpaths.flatMap(({ symbols }) => symbols);
      const namesOf = (chosen: (symbol: ts.Symbol) => boolean): readonly string[] =>
        all.filter((symbol) => chosen(targetOf(checker, symbol))).map(({ name }) => name);
      return [
        workspace.manifest.name,
        {
          text: `${sections.join("\n\n")}\n`,
          undocumented: namesOf((symbol) => symbol.getDocumentationComment(checker).length === 0),
          withExample: namesOf((symbol) =>
            symbol.getJsDocTags(checker).some(({ name }) => name === "example"),
          ),
          types: all.flatMap((symbol) => publicType(checker, symbol)),
        },
      ];
    }),
  );
}

function publicType(checker: ts.TypeChecker, symbol: ts.Symbol): readonly PublicType[] {
  const target = targetOf(checker, symbol);
  if (!(target.flags & ts.SymbolFlags.Type)) return [];
  const bases =
    target.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)
      ? checker.getBaseTypes(checker.getDeclaredTypeOfSymbol(target) as ts.InterfaceType)
      : [];
  // An alias of a class means the class.
  const aliased =
    target.flags & ts.SymbolFlags.TypeAlias
      ? (checker.getDeclaredTypeOfSymbol(target).getSymbol() ?? [])
      : [];
  const declared = [target, ...bases.flatMap((base) => base.getSymbol() ?? [])].concat(aliased);
  return [{ name: symbol.name, declarations: declared.map(declarationOf) }];
}

function declarationOf(symbol: ts.Symbol): string {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
  return `${relative(repositoryRoot, file)}#${symbol.name}`;
}

function targetOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function lineOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const target = targetOf(checker, symbol);
  const isTypeOnly =
    symbol.declarations?.some((declaration) =>
      ts.isTypeOnlyImportOrExportDeclaration(declaration),
    ) ?? false;
  return `${target.flags & ts.SymbolFlags.Value && !isTypeOnly ? "value" : "type"} ${symbol.name}`;
}

/** Returns the options of the type check, without its list of files. */
function compilerOptions(): ts.CompilerOptions {
  const path = join(repositoryRoot, "tsconfig.node.json");
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  return ts.parseJsonConfigFileContent(
    config,
    { ...ts.sys, readDirectory: () => [] },
    repositoryRoot,
  ).options;
}
