// An empty project that installs packed tarballs the way a stranger would, by npm, with nothing of
// this repository around.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment } from "../../../scripts/environment.mjs";
import { repositoryRoot, type Workspace } from "./workspaces.ts";

/** Package name -> the file `pnpm pack` made of it. */
export type Tarballs = ReadonlyMap<string, string>;

/** Packs workspaces into a folder. They have to be built. */
export function packAll(workspaces: readonly Workspace[], destination: string): Tarballs {
  mkdirSync(destination, { recursive: true });
  return new Map(
    workspaces.map(({ folder, manifest }) => {
      const report = run(
        "pnpm",
        ["pack", "--json", "--pack-destination", destination],
        join(repositoryRoot, folder),
      );
      return [manifest.name, (JSON.parse(report) as { filename: string }).filename];
    }),
  );
}

/**
 * Installs one packed package. The packages of this repository that it needs come from their
 * tarballs, because no registry has them. `peers` are installed beside it, including optional ones,
 * as a user of the subpath that needs them would do.
 */
export function installPacked(
  folder: string,
  name: string,
  tarballs: Tarballs,
  peers: Readonly<Record<string, string>> = {},
): void {
  mkdirSync(folder, { recursive: true });
  const fileOf = (file: string) => `file:${file}`;
  const overrides = Object.fromEntries(
    [...tarballs].filter(([other]) => other !== name).map(([other, file]) => [other, fileOf(file)]),
  );
  const dependencies = { ...peers, [name]: fileOf(tarballs.get(name) ?? "") };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies, overrides }),
  );
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"], folder);
}

/** The names of everything in node_modules, nested folders too, sorted. */
export function installedPackages(folder: string): readonly string[] {
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith("@")
      ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`)
      : [name],
  );
  return names
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => [name, ...installedPackages(join(modules, name))])
    .sort();
}

/** Runs a command that has to succeed. */
function run(command: string, commandArguments: readonly string[], cwd: string): string {
  const env = cleanEnvironment(process.env, []);
  const { status, stdout, stderr } = spawnSync(command, commandArguments, {
    cwd,
    env,
    encoding: "utf8",
    shell: process.platform === "win32",
    maxBuffer: 64_000_000,
  });
  if (status !== 0)
    throw new Error(`${command} ${commandArguments.join(" ")} failed: ${stdout}${stderr}`);
  return stdout;
}
