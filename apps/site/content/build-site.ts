// Builds the site into dist: installs Astro if its lockfile changed, writes the content, runs
// Astro, and completes the built pages.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment } from "../../../scripts/environment.mjs";
import { findPnpm, settingsForPnpm } from "../../../scripts/pnpm.mjs";
import { completePages } from "./complete-pages.ts";
import { readSettings, siteFolder } from "./settings.ts";
import { writeContent } from "./write-content.ts";

const astroFolder = join(import.meta.dirname, "../astro");

/** Returns the number of pages from Markdown. Throws with the output of a failed step. */
export async function buildSite(): Promise<number> {
  await installAstro();
  const pages = await writeContent(readSettings(process.env));
  rmSync(siteFolder, { recursive: true, force: true });
  runStep(process.execPath, [join(astroFolder, "node_modules/astro/bin/astro.mjs"), "build"], {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: "1",
    NODE_ENV: "production",
  });
  completePages(siteFolder);
  return pages.length;
}

/** Installs the lockfile of the Astro project unless its modules already match it. */
async function installAstro(): Promise<void> {
  const stamp = join(astroFolder, "node_modules/.ptc-installed");
  const fingerprint = createHash("sha256")
    .update(readFileSync(join(astroFolder, "pnpm-lock.yaml")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint) return;
  const env = { ...cleanEnvironment(process.env, [join(process.execPath, "..")]), CI: "true" };
  const [pnpm, settings] = await Promise.all([findPnpm(env), settingsForPnpm(env)]);
  runStep(pnpm, ["install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"], {
    ...settings,
    ...env,
  });
  writeFileSync(stamp, fingerprint);
}

function runStep(
  program: string,
  programArguments: readonly string[],
  env: NodeJS.ProcessEnv,
): void {
  const { status, stdout, stderr, error } = spawnSync(program, programArguments, {
    cwd: astroFolder,
    env,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0)
    throw new Error(
      `${program} ${programArguments.join(" ")} failed: ${String(error ?? "")}\n${stdout.slice(-4_000)}\n${stderr.slice(-4_000)}`,
    );
}
