// The pages of the API reference: where each is and what it contains. The command that writes them
// and the test that looks for drift both read this list.
import { join } from "node:path";
import type ts from "typescript";
import { repositoryRoot } from "../../repo-checks/src/workspaces.ts";
import { documentedPackages } from "./convert.ts";
import { pageOf } from "./page.ts";

export interface RenderedPage {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

export const regenerateCommand = "npm run exec -- node tools/api-docs/src/main.ts";

const folder = join(repositoryRoot, "docs/reference/api");
const notice = `<!-- Generated from doc comments. Do not edit: change these, then run ${regenerateCommand} -->`;

/** Renders the pages. `program` has the entries of all published packages. */
export async function renderPages(program: ts.Program): Promise<readonly RenderedPage[]> {
  const { packages, declarationsOf } = await documentedPackages(program);
  const packageOf = new Map(
    packages.flatMap(({ name, entries }) => entries.map(({ specifier }) => [specifier, name])),
  );
  return packages.map((documented) => ({
    path: join(folder, `${documented.name.replace("@ptc/", "")}.md`),
    text: `${notice}\n\n${pageOf(documented, { declarationsOf, packageOf })}`,
  }));
}
