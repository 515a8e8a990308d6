// The folder with the bundlers of others. They are larger than everything that this repository
// installs, so npm installs them into its cache when a check needs them, from a lockfile.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment } from "../../../../scripts/environment.mjs";
import { CACHE } from "../../../../scripts/places.mjs";
import { repositoryRoot } from "../workspaces.ts";
import { runToEnd } from "./run-to-end.ts";

const fixture = join(import.meta.dirname, "../../fixtures/bundlers");
const packages = ["core", "parser", "lisp", "llm", "signature", "subagent"];

/** Returns the folder, with our built packages as copies in it. */
export async function bundlersFolder(): Promise<string> {
  const lock = readFileSync(join(fixture, "package-lock.json"), "utf8");
  const hash = createHash("sha256").update(lock).digest("hex").slice(0, 16);
  const folder = join(CACHE, "bundlers", hash);
  const complete = join(folder, "complete");
  mkdirSync(folder, { recursive: true });
  cpSync(fixture, folder, { recursive: true });
  if (!existsSync(complete)) {
    const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
    await runToEnd("npm", words, { cwd: folder, env: cleanEnvironment(process.env, []) });
    writeFileSync(complete, "");
  }
  for (const name of packages) {
    const [from, to] = [
      join(repositoryRoot, "packages", name),
      join(folder, "node_modules/@ptc", name),
    ];
    rmSync(to, { recursive: true, force: true });
    cpSync(join(from, "package.json"), join(to, "package.json"));
    cpSync(join(from, "dist"), join(to, "dist"), {
      recursive: true,
      filter: (file) => !file.endsWith(".map"),
    });
  }
  return folder;
}

/** Removes our packages, so that what was built has to contain them. */
export function removePackages(folder: string): void {
  rmSync(join(folder, "node_modules/@ptc"), { recursive: true });
}
