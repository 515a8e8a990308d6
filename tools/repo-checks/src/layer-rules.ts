// Converts the table of layers to rules of dependency-cruiser. Type imports count like any other.
import type { IRegularForbiddenRuleType } from "dependency-cruiser";
import { patternSource, type LayerTable } from "./layer-table.ts";

const anyWorkspace = "^(packages|apps|examples|benchmarks|tools|scripts)/";
/**
 * Shipped files, as opposed to tests, build settings and grammar recipes, which may use the tools
 * and scripts too.
 */
const shipped = "(src|bin)/";
const tests = "\\.test\\.ts$";

export function rulesOf(table: LayerTable): IRegularForbiddenRuleType[] {
  const rules: IRegularForbiddenRuleType[] = [
    rule("no-cycle", {}, { circular: true }),
    rule("every-import-resolves", {}, { couldNotResolve: true }),
    rule("nothing-imports-an-app", { pathNot: "^apps/" }, { path: "^apps/" }),
    // Private folders outside the layers may read a package's internals, to test and document them.
    rule(
      "other-workspaces-by-name",
      {
        path: "^(packages|apps)/([^/]+)/",
        pathNot: table.outside.map((folder) => `^${patternSource(folder)}/`),
      },
      { path: anyWorkspace, pathNot: "^$1/$2/", dependencyTypes: ["local"] },
    ),
  ];
  for (const [folder, { portable, mayImport, testsMayImport = [] }] of Object.entries(
    table.members,
  )) {
    const own = `^${patternSource(folder)}/`;
    // A folder with its own entry doesn't follow the entry of the pattern that it matches.
    const others = Object.keys(table.members)
      .filter((other) => other !== folder && new RegExp(own).test(`${other}/`))
      .map((other) => `^${patternSource(other)}/`);
    const itself = `^${folder.replace("*", "$1")}/`;
    const foldersOf = (lowers: readonly string[]): string[] =>
      lowers.map((lower) => `^${patternSource(lower)}/`);
    const allowed = foldersOf(mayImport);
    rules.push(
      rule(
        `layer: ${folder}`,
        { path: `${own}${shipped}`, pathNot: [tests, ...others] },
        { path: anyWorkspace, pathNot: [itself, ...allowed] },
      ),
      rule(
        `layer (development): ${folder}`,
        { path: own, pathNot: others },
        {
          path: anyWorkspace,
          pathNot: [itself, "^(tools|scripts)/", ...allowed, ...foldersOf(testsMayImport)],
        },
      ),
    );
    if (portable) {
      rules.push(
        rule(
          `portable: ${folder}`,
          { path: `${own}src/`, pathNot: [tests, `${own}src/node/`, ...others] },
          { dependencyTypes: ["core"] },
        ),
      );
    }
  }
  return rules;
}

function rule(
  name: string,
  from: IRegularForbiddenRuleType["from"],
  to: IRegularForbiddenRuleType["to"],
): IRegularForbiddenRuleType {
  return { name, severity: "error", from, to };
}
