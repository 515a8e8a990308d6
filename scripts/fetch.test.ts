// Fetched programs run only if their hash matches the pin, and are installed completely or not at
// all. The tests use the real npm with a local registry.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cleanEnvironment } from "./environment.mjs";
import { startRegistry, tarballOf } from "./fake-registry.ts";
import { fetchPackage, isWhole } from "./fetch.mjs";
import { integrityOf } from "./tarball.mjs";

const name = "node-of-a-test";
const version = "9.8.7";
const isFull = process.env["PTC_TESTS"] !== undefined;
let home = "";
let registry: Awaited<ReturnType<typeof startRegistry>>;
/** The output that a person sees meanwhile. */
let said = "";
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "ptc-fetch-"));
  registry = await startRegistry();
  said = "";
  vi.spyOn(process.stderr, "write").mockImplementation((words) => {
    said += String(words);
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await registry.stop();
  rmSync(home, { recursive: true, force: true });
});

const marks = () => join(home, "marks");
const folder = () => join(home, "cache/node", version, "node_modules", name);
const aside = () => join(home, "cache/fetching");

/** Returns a package whose program and npm scripts each leave a mark when they run. */
function packageThatMarks(comment = "") {
  const mark = (what: string) => `echo ${what} >> ${marks()}`;
  const scripts = Object.fromEntries(
    ["preinstall", "install", "postinstall", "prepack", "prepare", "postpack"].map((script) => [
      script,
      mark(script),
    ]),
  );
  return tarballOf([
    { path: "package/package.json", text: JSON.stringify({ name, version, scripts }) },
    { path: "package/bin/node", mode: 0o755, text: `#!/bin/sh\n${mark("ran")} # ${comment}\n` },
    { path: "package/include/node.h", text: "not wanted" },
  ]);
}

function fetchMarked(integrity: string, settings: Readonly<Record<string, string>> = {}) {
  const inherited = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    npm_config_registry: registry.url,
    npm_config_cache: join(home, "npm-cache"),
    ...settings,
  };
  return fetchPackage(
    { name, version, integrity, wanted: /^bin\//, program: "bin/node" },
    { folder: folder(), aside: aside(), env: cleanEnvironment(inherited, []) },
  );
}

/**
 * Returns the error of a fetch that must fail, and checks that it ran nothing and left nothing
 * behind.
 */
async function refusal(fetching: Promise<string>): Promise<string> {
  const message = await fetching.then(
    () => "was not refused",
    (error: unknown) => (error as Error).message,
  );
  expect(existsSync(marks())).toBe(false);
  expect(existsSync(folder())).toBe(false);
  expect(readdirSync(aside())).toEqual([]);
  return message;
}

describe("a package that matches its pin", () => {
  test("unpacks and tries a package without running its scripts", async () => {
    const served = packageThatMarks();
    registry.offer({ name, version, served });
    expect(await fetchMarked(integrityOf(served))).toBe(folder());
    expect(readFileSync(marks(), "utf8")).toBe("ran\n");
    expect(said).toContain(`Fetching ${name} ${version} from npm`);
    expect(said).toContain(
      `Verified ${name} ${version}: its sha512 is the one in scripts/pins.json.\n`,
    );
    expect(readdirSync(folder()).sort()).toEqual([".verified.json", "bin"]);
    expect(statSync(join(folder(), "bin/node")).mode & 0o777).toBe(0o755);
    expect(readdirSync(aside())).toEqual([]);
  });

  test(
    "doesn't fetch a verified package again or contact the registry",
    { tags: "full" },
    async () => {
      const served = packageThatMarks();
      registry.offer({ name, version, served });
      await fetchMarked(integrityOf(served));
      const asked = registry.requests.length;
      expect(
        await fetchMarked(integrityOf(served), { npm_config_registry: "http://127.0.0.1:9/" }),
      ).toBe(folder());
      expect(registry.requests).toHaveLength(asked);
    },
  );

  test("takes a package from npm's cache if there is no registry", { tags: "full" }, async () => {
    const served = packageThatMarks();
    registry.offer({ name, version, served });
    await fetchMarked(integrityOf(served));
    rmSync(folder(), { recursive: true });
    const asked = registry.requests.length;
    await fetchMarked(integrityOf(served), { npm_config_offline: "true" });
    expect(existsSync(join(folder(), "bin/node"))).toBe(true);
    expect(registry.requests).toHaveLength(asked);
  });

  test(
    "several concurrent runs fetch the same package, and each finds it complete",
    { tags: "full" },
    async () => {
      const served = packageThatMarks();
      registry.offer({ name, version, served });
      mkdirSync(join(folder(), "bin"), { recursive: true });
      writeFileSync(join(folder(), "bin/node"), "half of");
      const folders = await Promise.all(
        Array.from({ length: isFull ? 4 : 2 }, () => fetchMarked(integrityOf(served))),
      );
      expect(new Set(folders)).toEqual(new Set([folder()]));
      expect(readFileSync(join(folder(), "bin/node"), "utf8")).toContain("echo ran");
      expect(readdirSync(aside())).toEqual([]);
    },
  );
});

describe("a package that doesn't match its pin", () => {
  const third = integrityOf(Buffer.from("something else"));
  // npm retries a tarball that doesn't match the registry's hash, three times within seconds.
  const once = { npm_config_fetch_retries: "0" };

  const reports: readonly [string, (served: Buffer, pinned: string) => string][] = [
    ["the hash of what it serves", (served) => integrityOf(served)],
    ["the pinned hash", (_, pinned) => pinned],
    ["a third hash", () => third],
  ];
  // Each starts npm, so `npm test` runs the attack and `.ci/run` also the accidents.
  test.each(isFull ? reports : reports.slice(1, 2))(
    "refuses a package if the registry reports %s",
    async (_, reported) => {
      const pinned = integrityOf(packageThatMarks());
      const served = packageThatMarks("changed on the way");
      registry.offer({ name, version, served, integrity: reported(served, pinned) });
      const message = await refusal(fetchMarked(pinned, once));
      expect(message).toContain(`${name} ${version} differs from the pinned package.`);
      expect(message).toContain(`expected ${pinned} (scripts/pins.json)\n`);
      expect(message).toContain(`found    ${integrityOf(served)} (npm's registry or cache)\n`);
      expect(message).toContain("npm cache clean --force");
      expect(message).toContain("report it to the maintainers");
    },
  );

  test(
    "accepts the package once the registry serves the right one and npm's cache is empty",
    { tags: "full" },
    async () => {
      const right = packageThatMarks();
      registry.offer({ name, version, served: packageThatMarks("changed on the way") });
      await refusal(fetchMarked(integrityOf(right), once));
      rmSync(join(home, "npm-cache"), { recursive: true });
      registry.offer({ name, version, served: right });
      expect(await fetchMarked(integrityOf(right))).toBe(folder());
    },
  );
});

test(
  "refuses a package younger than the person's npm settings allow",
  { tags: "full" },
  async () => {
    const served = packageThatMarks();
    registry.offer({ name, version, served });
    const message = await refusal(
      fetchMarked(integrityOf(served), { npm_config_before: "2020-01-01" }),
    );
    expect(message).toContain(`${name} ${version} is younger than your npm settings allow`);
    expect(message).toContain("npm_config_min_release_age=0");
  },
);

describe("contents of the cache", () => {
  test("fetches a package again if it is unverified, truncated, incomplete or pinned differently", async () => {
    const served = packageThatMarks();
    const [pin, otherPin] = [integrityOf(served), integrityOf(packageThatMarks("another"))];
    registry.offer({ name, version, served });
    await fetchMarked(pin);
    const [program, stamp] = [join(folder(), "bin/node"), join(folder(), ".verified.json")];
    const whole = [program, stamp].map((file) => readFileSync(file));
    const restore = () =>
      [program, stamp].forEach((file, index) => writeFileSync(file, whole[index] ?? ""));
    expect([isWhole(folder(), pin), isWhole(folder(), otherPin)]).toEqual([true, false]);
    for (const file of [program, stamp]) {
      truncateSync(file, 9);
      expect(isWhole(folder(), pin)).toBe(false);
      rmSync(file);
      expect(isWhole(folder(), pin)).toBe(false);
      restore();
      expect(isWhole(folder(), pin)).toBe(true);
    }
    truncateSync(program, 9);
    await fetchMarked(pin);
    expect(readFileSync(program)).toEqual(whole[0]);
  });

  test(
    "removes the files of a killed fetch and keeps those of a running one",
    { tags: "full" },
    async () => {
      const dead = spawnSync(process.execPath, ["--version"]).pid;
      for (const pid of [dead, process.pid])
        mkdirSync(join(aside(), `${String(pid)}.other`), { recursive: true });
      const served = packageThatMarks();
      registry.offer({ name, version, served });
      await fetchMarked(integrityOf(served));
      expect(readdirSync(aside())).toEqual([`${String(process.pid)}.other`]);
    },
  );
});
