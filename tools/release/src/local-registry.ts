// A registry of packages on loopback, to rehearse a release. It passes requests for all packages
// that aren't ours to the registry of npm's settings.

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnvironment } from "../../../scripts/environment.mjs";
import { CACHE } from "../../../scripts/places.mjs";
import { repositoryRoot } from "../../repo-checks/src/workspaces.ts";

/** Attempts to reach the registry, 200 ms apart. */
const attempts = 300;

export interface LocalRegistry {
  /** Its address. */
  readonly url: string;
  /** The environment of commands that install from it or publish to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Stops it, and removes what was published. */
  close(): void;
}

/** Installs the registry if needed, and starts it without a package of ours. */
export async function startLocalRegistry(): Promise<LocalRegistry> {
  const program = installedRegistry();
  const folder = mkdtempSync(join(tmpdir(), "ptc-registry-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}/`;
  const settings = join(folder, "settings.json");
  writeFileSync(settings, JSON.stringify(settingsOf(npmRegistry())));
  writeFileSync(
    join(folder, "npmrc"),
    // npm wants a token to publish, and this registry accepts any.
    `registry=${url}\n//127.0.0.1:${String(port)}/:_authToken=rehearsal\n`,
  );
  const child = spawn(process.execPath, [program, "--config", settings, "--listen", url], {
    cwd: folder,
    env: cleanEnvironment(process.env, []),
    stdio: "ignore",
  });
  const close = (): void => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await reached(`${url}-/ping`, () => child.exitCode);
  } catch (error) {
    close();
    throw error;
  }
  const npmrc = join(folder, "npmrc");
  return {
    url,
    env: {
      ...cleanEnvironment(process.env, []),
      npm_config_userconfig: npmrc,
      npm_config_registry: url,
      // Packages published a moment ago are younger than any minimum age.
      npm_config_min_release_age: "0",
      NPM_CONFIG_USERCONFIG: npmrc,
      NPM_CONFIG_REGISTRY: url,
      // Caches would keep packages of an earlier rehearsal, which have the same version.
      npm_config_cache: join(folder, "npm-cache"),
      BUN_INSTALL_CACHE_DIR: join(folder, "bun-cache"),
      DENO_DIR: join(folder, "deno"),
    },
    close,
  };
}

/** Returns the file of the registry's program. Its lockfile has the hashes of its packages. */
function installedRegistry(): string {
  const folder = join(CACHE, "registry");
  const program = join(folder, "node_modules/verdaccio/bin/verdaccio");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  cpSync(join(repositoryRoot, "tools/release/registry"), folder, { recursive: true });
  const { status, stderr } = spawnSync(
    "npm",
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
    { cwd: folder, env: cleanEnvironment(process.env, []), encoding: "utf8" },
  );
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`the local registry can't be installed: ${stderr}`);
  }
  return program;
}

/** Returns the registry of the person's settings. */
function npmRegistry(): string {
  const { stdout } = spawnSync("npm", ["config", "get", "registry"], {
    env: cleanEnvironment(process.env, []),
    encoding: "utf8",
  });
  return stdout.trim();
}

function settingsOf(upstream: string): object {
  const everybody = { access: "$all", publish: "$all" };
  return {
    storage: "./storage",
    uplinks: { npm: { url: upstream, timeout: "60s", maxage: "10m" } },
    packages: {
      "@ptc/*": everybody,
      "create-ptc": everybody,
      "**": { access: "$all", proxy: "npm" },
    },
    max_body_size: "50mb",
    web: { enable: false },
    log: { type: "stdout", format: "pretty", level: "fatal" },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

async function reached(url: string, exitCode: () => number | null): Promise<void> {
  for (let attempt = 0; attempt < attempts && exitCode() === null; attempt++) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // It doesn't listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the local registry doesn't answer (exit code ${String(exitCode())})`);
}
