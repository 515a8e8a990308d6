// The public names of packages as text, read by the type checker from the sources behind each entry
// of `exports`: one line per name, `value` (a function, class or constant) or `type`.
import ts from "typescript";
import { join } from "node:path";
import { repositoryRoot, subpathsOf, type Workspace } from "./workspaces.ts";

/** Package name -> text, in the order of the workspaces. */
export function publicNamesOf(workspaces: readonly Workspace[]): ReadonlyMap<string, string> {
  const sources = workspaces.flatMap((workspace) =>
    subpathsOf(workspace).map(({ source }) => join(repositoryRoot, source)),
  );
  const program = ts.createProgram(sources, compilerOptions());
  const checker = program.getTypeChecker();
  return new Map(
    workspaces.map((workspace) => {
      const sections = subpathsOf(workspace).map(({ specifier, source }) => {
        const file = program.getSourceFile(join(repositoryRoot, source));
        const module = file && checker.getSymbolAtLocation(file);
        const lines =
          module === undefined
            ? []
            : checker.getExportsOfModule(module).map((symbol) => lineOf(checker, symbol));
        return [specifier, ...lines.sort().map((line) => `  ${line}`)].join("\n");
      });
      return [workspace.manifest.name, `${sections.join("\n\n")}\n`];
    }),
  );
}

function lineOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const isTypeOnly =
    symbol.declarations?.some((declaration) =>
      ts.isTypeOnlyImportOrExportDeclaration(declaration),
    ) ?? false;
  return `${target.flags & ts.SymbolFlags.Value && !isTypeOnly ? "value" : "type"} ${symbol.name}`;
}

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
