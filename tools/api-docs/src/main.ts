// Writes docs/reference/api from the doc comments of the packages:
// `node tools/api-docs/src/main.ts`. The packages are read as sources, whatever was built.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { cwd } from "node:process";
import { publicProgram } from "../../repo-checks/src/public-names.ts";
import { listPublished } from "../../repo-checks/src/workspaces.ts";
import { renderPages } from "./documents.ts";

for (const { path, text } of await renderPages(publicProgram(listPublished()))) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`wrote ${relative(cwd(), path)}`);
}
