// Installs packed tarballs into an empty project with npm, as an outsider would, independent of
// this repository.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnvironment } from "../../../scripts/environment.mjs";
import { packAll } from "../../release/src/publish.ts";

/** Package name -> its file from `pnpm pack`. */
export type Tarballs = ReadonlyMap<string, string>;

/**
 * Packs the published packages once for all checks, into a temporary folder that is removed with
 * this process. Requires a build.
 */
export function packer(): () => Tarballs {
  let packed: Tarballs | undefined;
  return () => (packed ??= packInto(mkdtempSync(join(tmpdir(), "ptc-tarballs-"))));
}

function packInto(destination: string): Tarballs {
  process.once("exit", () => {
    rmSync(destination, { recursive: true, force: true });
  });
  return new Map(packAll(destination).map(({ name, file }) => [name, file]));
}

/**
 * Installs one packed package. Its dependencies in this repository come from their tarballs,
 * because no registry has them. Also installs `peers`, including optional ones, as a user of the
 * subpath that needs them would.
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
  // npm rejects an override of a direct dependency.
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
 * Installs every packed package, and others by version, with pnpm, so that a module finds only the
 * project's direct dependencies.
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
  // JSON is valid YAML. The packages need each other, and no registry has them.
  writeFileSync(
    join(folder, "pnpm-workspace.yaml"),
    JSON.stringify({ packages: ["."], overrides: packed, pmOnFail: "ignore" }),
  );
  run("pnpm", ["install", "--prefer-offline", "--ignore-scripts", "--no-frozen-lockfile"], folder);
}

/** Returns the sorted names of everything in node_modules, including nested folders. */
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

/** Runs a command and throws if it fails. */
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
