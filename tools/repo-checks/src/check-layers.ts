// Checks the import graph of all sources against the table of layers: layers, cycles, portability
// of imports.
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { outcomeOf, type CheckOutcome } from "./check.ts";
import { rulesOf } from "./layer-rules.ts";
import { problemsOfTable, readLayerTable, type LayerTable } from "./layer-table.ts";
import { listWorkspaces, repositoryRoot } from "./workspaces.ts";

export async function checkLayers(): Promise<CheckOutcome> {
  const table = readLayerTable();
  const { problems, moduleCount } = await cruiseFolder(repositoryRoot, table);
  return outcomeOf(
    [...problemsOfTable(table, listWorkspaces()), ...problems],
    `${String(moduleCount)} modules`,
  );
}

/** Returns the violations below one root, one line each. */
export async function cruiseFolder(
  root: string,
  table: LayerTable,
): Promise<{ problems: string[]; moduleCount: number }> {
  const folders = ["packages", "apps", "examples", "benchmarks", "tools"].filter((folder) =>
    existsSync(join(root, folder)),
  );
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: rulesOf(table) },
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      // The Astro project of the site is a separate installation.
      exclude: { path: "(^|/)(dist|fixtures|\\.turbo)/|^apps/(site/astro|create-ptc/templates)/" },
    },
    {
      conditionNames: ["@ptc/source", "import", "types", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".js", ".mjs", ".d.ts"],
    },
  );
  const { summary } = output as ICruiseResult;
  const problems = summary.violations.map(({ rule, from, to, cycle }) => {
    const way =
      cycle === undefined
        ? `${from} -> ${to}`
        : [from, ...cycle.map(({ name }) => name)].join(" -> ");
    return `${rule.name}: ${way}`;
  });
  return { problems, moduleCount: summary.totalCruised };
}
