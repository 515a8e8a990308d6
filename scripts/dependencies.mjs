// Installs exactly the lockfile with the pinned pnpm, and only again when a file that affects the
// installation changes.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { cleanEnvironment } from "./environment.mjs";
import { ROOT } from "./places.mjs";
import { PNPM, findPnpm, settingsForPnpm } from "./pnpm.mjs";
import { installProgress } from "./progress.mjs";
import { runStep } from "./step.mjs";

/**
 * Returns one hash over everything that affects the installation: the lockfile, the workspace file
 * and every package.json.
 * @param {string} root
 */
export function installFingerprint(root) {
  const hash = createHash("sha256").update(`${PNPM} ${process.platform} ${process.arch}\n`);
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ".npmrc", ...manifestsOf(root)]) {
    const path = join(root, file);
    hash
      .update(`${file}\n`)
      .update(existsSync(path) ? readFileSync(path) : "absent")
      .update("\n");
  }
  return hash.digest("hex");
}

/**
 * Returns the package.json files of all workspaces, relative to the root. Workspaces are at most
 * three folders deep. A folder with its own pnpm-workspace.yaml is a separate installation.
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function manifestsOf(root, folder = root, depth = 0) {
  if (depth > 0 && existsSync(join(folder, "pnpm-workspace.yaml"))) return [];
  const found = existsSync(join(folder, "package.json"))
    ? [relative(root, join(folder, "package.json"))]
    : [];
  if (depth === 3) return found;
  const skipped = new Set(["node_modules", "dist", "src", "test", "fixtures"]);
  const inner = readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith(".") && !skipped.has(entry.name),
    )
    .map((entry) => entry.name)
    .sort();
  return [...found, ...inner.flatMap((name) => manifestsOf(root, join(folder, name), depth + 1))];
}

/**
 * Installs the lockfile unless node_modules already matches it. With `relocks`, installs what the
 * package.json files say and writes the lockfile.
 * @param {boolean} relocks
 */
export async function installDependencies(relocks) {
  const stamp = join(ROOT, "node_modules", ".ptc-installed");
  const isCurrent =
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === installFingerprint(ROOT) &&
    hasEveryModulesFolder();
  if (isCurrent && !relocks) return;
  rmSync(stamp, { force: true });
  // With CI set, pnpm never asks before it replaces anything.
  const env = { ...cleanEnvironment(process.env, []), CI: "true" };
  const [pnpm, settings] = await Promise.all([findPnpm(env), settingsForPnpm(env)]);
  const label = relocks
    ? "Writing the lockfile and installing"
    : "Installing the locked dependencies";
  await runStep(
    label,
    [
      pnpm,
      "install",
      relocks ? "--no-frozen-lockfile" : "--frozen-lockfile",
      "--prefer-offline",
      "--reporter=append-only",
    ],
    {
      cwd: ROOT,
      env: { ...settings, ...env },
      progressOf: installProgress,
      usesRegistry: true,
      explain: explainInstall,
    },
  );
  writeFileSync(stamp, installFingerprint(ROOT));
}

/** True if every workspace with dependencies has them installed. */
function hasEveryModulesFolder() {
  return manifestsOf(ROOT).every((file) => {
    const manifest = /** @type {{ dependencies?: object, devDependencies?: object }} */ (
      JSON.parse(readFileSync(join(ROOT, file), "utf8"))
    );
    const count = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).length;
    return count === 0 || existsSync(join(ROOT, dirname(file), "node_modules"));
  });
}

/**
 * Returns pnpm's output followed by advice about the failure.
 * @param {string} output
 */
function explainInstall(output) {
  if (output.includes("ERR_PNPM_OUTDATED_LOCKFILE"))
    return `${output.trimEnd()}\nThe lockfile doesn't match the package.json files. If you changed one on purpose, run "npm run relock".`;
  if (output.includes("ERR_PNPM_MINIMUM_RELEASE_AGE_VIOLATION"))
    return `${output.trimEnd()}\nYour npm settings (min-release-age or before) also apply to the packages in the lockfile. Wait until they are old enough, or allow them for one run by setting npm_config_min_release_age=0 in the environment.`;
  return undefined;
}
