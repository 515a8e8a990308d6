// Tests a first run as a process, on a copy of the scripts, with a local registry whose pnpm
// records how it ran. That pnpm runs only if it matches its pin, with the settings of the person's
// npm.
import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startRegistry, tarballOf } from "./fake-registry.ts";
import { PNPM_PACKAGES, kindOfMachine } from "./platform.mjs";
import { pnpmOf, translateSettings } from "./pnpm.mjs";
import { exitCodeOf } from "./step.mjs";
import { integrityOf } from "./tarball.mjs";

const name = PNPM_PACKAGES.get(kindOfMachine()) ?? "";
const version = pnpmOf(kindOfMachine());

describe("a first run", () => {
  let folder = "";
  let registry: Awaited<ReturnType<typeof startRegistry>>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "ptc-first-run-"));
    registry = await startRegistry();
    mkdirSync(join(folder, "scripts"));
    for (const file of readdirSync(import.meta.dirname).filter((file) => file.endsWith(".mjs")))
      copyFileSync(join(import.meta.dirname, file), join(folder, "scripts", file));
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
  });
  afterEach(async () => {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const written = () => join(folder, "written");

  /** Returns a pnpm that records its settings and installs an empty folder. */
  const pnpmThatWrites = (comment = "") =>
    tarballOf([
      {
        path: "package/pnpm",
        mode: 0o755,
        text: `#!/bin/sh\n# ${comment}\n(echo "$@"; env) >> ${written()}\nmkdir -p node_modules\n`,
      },
    ]);

  const pin = (tarball: Buffer) => {
    const pins = { pnpm: { [version]: { [name]: integrityOf(tarball) } } };
    writeFileSync(join(folder, "scripts/pins.json"), JSON.stringify(pins));
  };

  async function runBootstrap() {
    const child = spawn(
      process.execPath,
      [join(folder, "scripts/bootstrap.mjs"), "exec", "node", "--version"],
      {
        env: {
          PATH: process.env["PATH"] ?? "",
          HOME: folder,
          npm_config_registry: registry.url,
          npm_config_cache: join(folder, "npm-cache"),
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const [code, stdout, stderr] = await Promise.all([
      exitCodeOf(child),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, stdout, stderr };
  }

  test("reports what it fetches and verifies, and passes the person's npm settings to pnpm", async () => {
    const served = pnpmThatWrites();
    pin(served);
    registry.offer({ name, version, served });
    writeFileSync(join(folder, ".npmrc"), "min-release-age=7\nnoproxy=example.org\n");
    const { code, stdout, stderr } = await runBootstrap();
    expect([code, stdout]).toEqual([0, `${process.version}\n`]);
    expect(stderr).toContain(`Fetching ${name} ${version} from npm ...\n`);
    expect(stderr).toContain(
      `Verified ${name} ${version}: its sha512 is the one in scripts/pins.json.\n`,
    );
    const [, install = ""] = readFileSync(written(), "utf8").split(/^(?=--version|install )/m);
    expect(install).toMatch(/^install --frozen-lockfile /);
    expect(install).toContain("\npnpm_config_minimum_release_age=10080\n");
    expect(install).toContain("\npnpm_config_noproxy=example.org\n");
    expect(install).toContain(`\npnpm_config_registry=${registry.url}\n`);
  });

  test("stops without running a pnpm that doesn't match its pin", { tags: "full" }, async () => {
    const [pinned, served] = [pnpmThatWrites(), pnpmThatWrites("changed on the way")];
    pin(pinned);
    registry.offer({ name, version, served });
    const { code, stdout, stderr } = await runBootstrap();
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(
      `${name} ${version} differs from the pinned package. Nothing was run, and the download was discarded.\n` +
        `  expected ${integrityOf(pinned)} (scripts/pins.json)\n` +
        `  found    ${integrityOf(served)} (npm's registry or cache)\n`,
    );
    expect(stderr).not.toContain("    at ");
    expect(existsSync(written())).toBe(false);
    expect(readdirSync(join(folder, ".cache"))).toEqual(["fetching"]);
    expect(readdirSync(join(folder, ".cache/fetching"))).toEqual([]);
  });

  test("one of two concurrent first runs fetches and installs, and the other waits", async () => {
    const served = pnpmThatWrites();
    pin(served);
    registry.offer({ name, version, served });
    const runs = await Promise.all([runBootstrap(), runBootstrap()]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(readFileSync(written(), "utf8").match(/^install /gm)).toHaveLength(1);
    expect(registry.requests.filter((path) => path.endsWith(".tgz"))).toHaveLength(1);
  });
});

describe("npm's settings for pnpm", () => {
  const now = Date.parse("2026-03-02T00:00:00Z");

  test.each([
    ["days", { "min-release-age": 7 }, "10080"],
    ["days that an older npm takes for a text", { "min-release-age": "7" }, "10080"],
    ["a date", { before: "2026-03-01T00:00:00.000Z", "min-release-age": null }, "1440"],
    ["none", { "min-release-age": null, before: null }, undefined],
    ["none for this run", { "min-release-age": 0 }, undefined],
  ])("converts the minimum age of a package to minutes: %s", (_, settings, minutes) => {
    expect(translateSettings(settings, now)["pnpm_config_minimum_release_age"]).toBe(minutes);
  });

  test("translates exceptions, proxies and certificates to pnpm's names", () => {
    const settings = {
      "min-release-age-exclude": ["a", "@b/*"],
      proxy: null,
      "https-proxy": "http://proxy.example/",
      noproxy: ["localhost", "example.org"],
      "strict-ssl": false,
    };
    expect(translateSettings(settings, now)).toEqual({
      pnpm_config_minimum_release_age_exclude: '["a","@b/*"]',
      pnpm_config_https_proxy: "http://proxy.example/",
      pnpm_config_noproxy: "localhost,example.org",
      pnpm_config_strict_ssl: "false",
    });
    expect(translateSettings({ noproxy: [""], "strict-ssl": true }, now)).toEqual({});
  });
});
