// An empty project that installs packed tarballs the way a stranger would, by npm, with nothing of
// this repository around.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnvironment } from "../../../scripts/environment.mjs";
import { listPublished, repositoryRoot } from "./workspaces.ts";

/** Package name -> the file `pnpm pack` made of it. */
export type Tarballs = ReadonlyMap<string, string>;

/**
 * Packs what goes to the registry, once for all checks that ask, into a folder that goes with this
 * process. It has to be built.
 */
export function packer(): () => Tarballs {
  let packed: Tarballs | undefined;
  return () => (packed ??= packInto(mkdtempSync(join(tmpdir(), "ptc-tarballs-"))));
}

function packInto(destination: string): Tarballs {
  process.once("exit", () => {
    rmSync(destination, { recursive: true, force: true });
  });
  return new Map(
    listPublished().map(({ folder, manifest }) => {
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
  const dependencies = Object.fromEntries(
    Object.entries({ ...peers, [name]: "" }).map(([dependency, version]) => {
      const file = tarballs.get(dependency);
      return [dependency, file === undefined ? version : fileOf(file)];
    }),
  );
  // npm refuses an override of what is asked for itself.
  const overrides = Object.fromEntries(
    [...tarballs]
      .filter(([other]) => !Object.hasOwn(dependencies, other))
      .map(([other, file]) => [other, fileOf(file)]),
  );
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies, overrides }),
  );
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"], folder);
}

/**
 * Installs every packed package, and others by their version, with pnpm: a module finds only what
 * the project names itself.
 */
export function installWithPnpm(
  folder: string,
  tarballs: Tarballs,
  others: Readonly<Record<string, string>>,
): void {
  mkdirSync(folder, { recursive: true });
  const packed = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies: { ...others, ...packed } }),
  );
  // JSON is YAML. The packages need each other, and no registry has them.
  writeFileSync(
    join(folder, "pnpm-workspace.yaml"),
    JSON.stringify({ packages: ["."], overrides: packed, pmOnFail: "ignore" }),
  );
  run("pnpm", ["install", "--prefer-offline", "--ignore-scripts", "--no-frozen-lockfile"], folder);
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
