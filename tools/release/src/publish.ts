// Packs the published packages and publishes them with npm, those that the registry lacks.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { cleanEnvironment } from "../../../scripts/environment.mjs";
import { listPublished, repositoryRoot, type Workspace } from "../../repo-checks/src/workspaces.ts";
import { writePackageDocs } from "./package-docs.ts";
import { inPublishingOrder } from "./publishing-order.ts";
import { missingFiles } from "./readiness.ts";

export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** The path of the tarball. */
  readonly file: string;
  /** The number of files inside. */
  readonly files: number;
}

export interface PublishOptions {
  /** The address of the registry; without one, that of npm's settings. */
  readonly registry?: string | undefined;
  /** False without an identity that npm can attest, such as on the own machine. */
  readonly provenance: boolean;
  /** The distribution tag. */
  readonly tag: string;
  /** The environment of npm; without it, that of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Packs all published packages, with their documents, in the order of publishing. */
export function packAll(destination: string): readonly PackedPackage[] {
  writePackageDocs();
  return inPublishingOrder(listPublished()).map((workspace) => packOne(workspace, destination));
}

function packOne({ folder, manifest }: Workspace, destination: string): PackedPackage {
  const report = run(
    ["pnpm", "pack", "--json", "--pack-destination", destination],
    join(repositoryRoot, folder),
  );
  const { filename, files } = JSON.parse(report) as {
    readonly filename: string;
    readonly files: readonly { readonly path: string }[];
  };
  const missing = missingFiles(files.map(({ path }) => path));
  if (missing.length > 0)
    throw new Error(`the tarball of ${manifest.name} lacks ${missing.join(", ")}`);
  return {
    name: manifest.name,
    version: manifest.version,
    file: filename,
    files: files.length,
  };
}

/** True if the registry has this version of the package. */
export function isPublished(
  { name, version }: PackedPackage,
  { registry }: Pick<PublishOptions, "registry">,
): boolean {
  const { status, stdout } = spawn(
    ["npm", "view", `${name}@${version}`, "version", ...registryFlag(registry)],
    repositoryRoot,
  );
  return status === 0 && stdout.trim() === version;
}

/** Publishes one package. Throws with npm's message if that fails. */
export function publishOne(
  { file }: PackedPackage,
  { registry, provenance, tag, env }: PublishOptions,
): void {
  run(
    [
      "npm",
      "publish",
      file,
      "--access=public",
      `--tag=${tag}`,
      `--provenance=${String(provenance)}`,
      ...registryFlag(registry),
    ],
    repositoryRoot,
    env,
  );
}

function registryFlag(registry: string | undefined): readonly string[] {
  return registry === undefined ? [] : [`--registry=${registry}`];
}

function spawn(
  [command = "", ...rest]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = cleanEnvironment(process.env, []),
) {
  return spawnSync(command, rest, {
    cwd,
    env,
    encoding: "utf8",
    shell: process.platform === "win32",
    maxBuffer: 64_000_000,
  });
}

function run(
  command: readonly string[],
  cwd: string,
  env?: Readonly<Record<string, string>>,
): string {
  const { status, stdout, stderr } = spawn(command, cwd, env);
  if (status !== 0) throw new Error(`${command.slice(0, 3).join(" ")} failed: ${stdout}${stderr}`);
  return stdout;
}
