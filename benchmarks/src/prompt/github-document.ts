// GitHub's OpenAPI document, from the npm package that publishes it. npm downloads the tarball
// (28 MB) on each measurement; it is read only if its hash is the pinned one.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { extract, integrityOf } from "../../../scripts/tarball.mjs";

const specifier = "@octokit/openapi@23.0.2";
const integrity =
  "sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==";
const path = "generated/api.github.com.json";

export interface GithubDocument {
  readonly specifier: string;
  readonly bytes: number;
  readonly document: Record<string, unknown>;
}

/** @throws Error if npm can't download the package, or its hash has changed */
export async function githubDocument(): Promise<GithubDocument> {
  const folder = mkdtempSync(join(tmpdir(), "ptc-prompt-"));
  try {
    // Without a package.json here, npm would read settings from a folder above.
    writeFileSync(join(folder, "package.json"), "{}\n");
    await promisify(execFile)("npm", ["pack", specifier, "--ignore-scripts"], { cwd: folder });
    const name = readdirSync(folder).find((file) => file.endsWith(".tgz"));
    if (name === undefined) throw new Error(`npm wrote no tarball for ${specifier}`);
    const tarball = readFileSync(join(folder, name));
    if (integrityOf(tarball) !== integrity) throw new Error(`${specifier} has another hash`);
    await extract(tarball, folder, /^generated\/api\.github\.com\.json$/);
    const text = readFileSync(join(folder, path), "utf8");
    return {
      specifier,
      bytes: Buffer.byteLength(text),
      document: JSON.parse(text) as Record<string, unknown>,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
